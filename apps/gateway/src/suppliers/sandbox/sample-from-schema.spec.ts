import { PROJECT_REVIEW_SCHEMA } from '@shipyard/contracts';
import { sampleFromSchema } from './sample-from-schema';

describe('a sample from a JSON schema', () => {
  it.each([
    [{ type: 'string' }, 'sandbox'],
    [{ type: 'string', minLength: 9 }, 'sandbox..'],
    [{ type: 'string', maxLength: 4 }, 'sand'],
    [{ type: 'string', format: 'date' }, '2026-01-01'],
    [{ type: 'integer', minimum: 7 }, 7],
    [{ type: 'integer', exclusiveMinimum: 7 }, 8],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'number' }, 0.5],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: ['null', 'integer'] }, 1],
    [{ enum: ['b', 'c'] }, 'b'],
    [{ const: { a: 1 } }, { a: 1 }],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 1],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
    [{ type: 'array', items: { type: 'boolean' }, maxItems: 0 }, []],
    [{ allOf: [{ type: 'object', properties: { a: { type: 'null' } } }] }, { a: null }],
    [{ $ref: '#/$defs/name', $defs: { name: { type: 'string' } } }, 'sandbox'],
    [{}, 'sandbox'],
    [undefined, null],
  ])('%j gives %j', (schema, value) => {
    expect(sampleFromSchema(schema)).toEqual(value);
  });

  it('fills every property of an object', () => {
    const review = sampleFromSchema(PROJECT_REVIEW_SCHEMA) as Record<string, unknown>;
    expect(Object.keys(review)).toEqual(PROJECT_REVIEW_SCHEMA.required);
    expect(review.highlights).toEqual(['sandbox']);
  });

  it('ends in a schema that refers to itself', () => {
    const node = {
      type: 'object',
      required: ['value', 'children'],
      properties: {
        value: { type: 'integer' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
        next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
      },
    };
    const text = JSON.stringify(sampleFromSchema({ $ref: '#/$defs/node', $defs: { node } }));
    expect(text.length).toBeLessThan(5_000);
    expect(text).toContain('"children":[]');
  });
});
