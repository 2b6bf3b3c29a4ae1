import { IsArray } from 'class-validator';
import { DtoPipe } from './dto.pipe';
import { RequestFault } from './request-fault';

class ListDto {
  @IsArray()
  items: unknown[];
}

describe('DtoPipe', () => {
  const check = (value: unknown) => new DtoPipe().transform(value, { type: 'body', metatype: ListDto });

  it('takes what the class takes', async () => {
    await expect(check({ items: [1] })).resolves.toEqual({ items: [1] });
  });

  it('refuses a body that is nested too deeply for it', async () => {
    const body: unknown = JSON.parse(`{"items":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    await expect(check(body)).rejects.toThrow(RequestFault);
  });
});
