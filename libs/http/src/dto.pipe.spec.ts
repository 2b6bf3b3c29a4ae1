import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { DtoPipe } from './dto.pipe';
import { OnlyNeutral } from './field-rules';
import { RequestFault } from './request-fault';

class ListDto {
  @IsArray()
  items: unknown[];
}

class LimitedDto {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  count?: unknown;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(2)
  @IsObject({ each: true })
  items?: unknown;

  @IsOptional()
  @IsArray()
  @ArrayUnique()
  names?: unknown;

  @IsOptional()
  @ValidateNested()
  @Type(() => ListDto)
  list?: unknown;
}

class NeutralDto {
  @OnlyNeutral('auto')
  quality?: unknown;
}

describe('DtoPipe', () => {
  const check = (value: unknown) => new DtoPipe().transform(value, { type: 'body', metatype: ListDto });

  it('accepts what the class accepts', async () => {
    await expect(check({ items: [1] })).resolves.toEqual({ items: [1] });
  });

  it.each([
    [{ count: 'many' }, 'count', 'must be an integer number'],
    [{ count: 1.5 }, 'count', 'must be an integer number'],
    [{ count: 0 }, 'count', 'must not be less than 1'],
    [{ count: 101 }, 'count', 'must not be greater than 100'],
    [{ items: {} }, 'items', 'must be an array'],
    [{ items: [{}, {}, {}] }, 'items', 'must contain no more than 2 elements'],
    [{ items: [{}, 7] }, 'items', 'has an item that must be an object'],
    [{ names: ['a', 'a'] }, 'names', 'must not contain the same item twice'],
    [{ list: 'a' }, 'list', 'must be an object'],
  ])('reports for %j only the wrong type', async (body, field, message) => {
    const refusal: unknown = await Promise.resolve(
      new DtoPipe().transform(body, { type: 'body', metatype: LimitedDto }),
    ).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      fault: { kind: 'input_invalid', problems: [{ field, message, kind: 'invalid' }] },
    });
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('refuses the inherited field %s', async (name) => {
    for (const [body, field] of [
      [`{"items":[],"${name}":1}`, name],
      [`{"items":[{"${name}":[]}]}`, `items[0].${name}`],
    ] as const) {
      const refusal = new Promise((resolve) => resolve(check(JSON.parse(body))));
      await expect(refusal).rejects.toMatchObject({
        fault: { problems: [{ field, message: 'is not a known field', kind: 'unknown' }] },
      });
    }
  });

  it('accepts a field that says what its absence says, and refuses other values like an unknown field', async () => {
    const checked = (quality: unknown) =>
      Promise.resolve(new DtoPipe().transform({ quality }, { type: 'body', metatype: NeutralDto }));
    for (const quality of ['auto', null, undefined]) await expect(checked(quality)).resolves.toMatchObject({ quality });
    for (const quality of ['hd', ['auto'], 0, ''])
      await expect(checked(quality)).rejects.toMatchObject({
        fault: {
          problems: [{ field: 'quality', message: 'is not supported, unless it is auto', kind: 'unknown' }],
        },
      });
  });

  it('shows the beginning of a long name, without half a character', async () => {
    const name = `${'x'.repeat(299)}🚀${'y'.repeat(140_000)}`;
    const refusal = new Promise((resolve) => resolve(check({ items: [], [name]: 1 })));
    await expect(refusal).rejects.toMatchObject({ fault: { problems: [{ field: `${'x'.repeat(299)}…` }] } });
  });

  it('accepts a list of thousands', async () => {
    await expect(check({ items: Array<unknown>(9_000).fill('x') })).resolves.toHaveProperty('items.length', 9_000);
  });

  it.each([9_000, 200_000])('refuses a body of %d nested levels', async (levels) => {
    const body: unknown = JSON.parse(`{"items":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    await expect(new Promise((resolve) => resolve(check(body)))).rejects.toThrow(RequestFault);
  });
});
