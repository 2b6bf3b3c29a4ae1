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
    [{ type: 'integer', minimum: 3, multipleOf: 5 }, 5],
    [{ type: 'integer', maximum: -7, multipleOf: 7 }, -7],
    [{ type: 'number', exclusiveMinimum: 1, multipleOf: 0.25 }, 1.5],
    [{ type: 'number', exclusiveMinimum: 0.25, exclusiveMaximum: 0.75 }, 0.5],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'sandbox'],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: ['null', 'integer'] }, 1],
    [{ enum: ['b', 'c'] }, 'b'],
    [{ const: { a: 1 } }, { a: 1 }],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 1],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
    [{ type: 'array', items: { type: 'boolean' }, maxItems: 0 }, []],
    [{ allOf: [{ type: 'object', properties: { a: { type: 'null' } } }] }, { a: null }],
    [
      {
        allOf: [
          { properties: { a: { type: 'null' } }, required: ['a'] },
          { properties: { b: { type: 'null' } }, required: ['b'] },
        ],
      },
      { a: null, b: null },
    ],
    [
      {
        properties: { a: { type: 'null' } },
        allOf: [{ $ref: '#/$defs/b' }],
        $defs: { b: { properties: { b: { type: 'null' } } } },
      },
      { a: null, b: null },
    ],
    [{ properties: { a: { type: 'null' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: null }],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'null' } }, { a: null }],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false }, ['sandbox', null]],
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

  const self = { $ref: '#' };
  const node = { type: 'array', minItems: 100, items: { $ref: '#/$defs/leaf' } };
  const leaves = (leaf: unknown) => ({ type: 'array', minItems: 100, items: node, $defs: { leaf } });

  it.each<[string, unknown]>([
    ['lists of themselves', { type: 'array', minItems: 100, items: self }],
    [
      'objects of themselves',
      { type: 'object', required: ['a', 'b', 'c', 'd'], properties: { a: self, b: self, c: self, d: self } },
    ],
    ['alternatives of itself', { type: 'array', minItems: 100, items: self, anyOf: [{ maxItems: 100 }] }],
    ['many long patterns', leaves({ type: 'string', pattern: 'x'.repeat(1_500) })],
    ['many long strings', leaves({ type: 'string', minLength: 10_000 })],
    ['one long constant many times', leaves({ const: 'x'.repeat(10_000) })],
    ['one long choice many times', leaves({ enum: ['x'.repeat(10_000)] })],
    ['one long name many times', leaves({ type: 'object', properties: { ['x'.repeat(10_000)]: { type: 'null' } } })],
  ])('has a limited size if the schema asks for %s', (_, schema) => {
    const text = JSON.stringify(sampleFromSchema(schema));
    expect(text.length).toBeGreaterThan(10_000);
    expect(text.length).toBeLessThan(1_000_000);
  });
});
