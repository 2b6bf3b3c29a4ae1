/** JSON schemas of the structured output that we ask models for. */

export const text = { type: 'string' };
export const listOf = (items: object) => ({ type: 'array', items });
export const objectOf = (properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
