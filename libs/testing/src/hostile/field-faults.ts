import { Dice } from './dice';
import { type FieldValues, sampleOf, type Schema } from './described-routes';

/** A request that is right but for one field. */
export interface FieldFault {
  method: string;
  path: string;
  /** As the answer must name it, without the number of a list's item. */
  field: string;
  what: string;
  json?: unknown;
}

export interface FaultyDocument {
  paths: Record<string, Record<string, FaultyOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface FaultyOperation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: unknown }> };
}

/** Sends every field, with the first of its values that is not null. */
class FullDice extends Dice {
  override below = () => 0;
  override percent = () => true;
  override pick = <Item>(items: readonly Item[]): Item => {
    const item = items.find((each) => (each as { type?: unknown } | null)?.type !== 'null');
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };
}

const UNKNOWN = 'no_such_field';
const WRONG_TYPE = { [UNKNOWN]: 1 };

/**
 * For each field that the document describes: a wrong type, null, a value outside of its limits, a missing field, and a
 * field that is not described. Parameters of the query are fields too.
 */
export function fieldFaults({ paths, components }: FaultyDocument, values: FieldValues): FieldFault[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const route = { method: method.toUpperCase(), path };
      const schema = requestBody?.content?.['application/json']?.schema;
      const asked = parameters.filter((parameter) => parameter.in === 'query');
      return [
        ...(schema
          ? new BodyFaults(components.schemas, values).of(schema).map((fault) => ({ ...route, ...fault }))
          : []),
        ...asked.flatMap(({ name, schema: described }) =>
          wrongTexts(described).map(([what, text]) => ({
            method: route.method,
            path: `${path}?${name}=${encodeURIComponent(text)}`,
            field: name,
            what,
          })),
        ),
      ];
    }),
  );
}

type Place = readonly (string | number)[];
type BodyFault = Pick<FieldFault, 'field' | 'what' | 'json'>;

class BodyFaults {
  private readonly dice = new FullDice(0);
  private body: unknown;

  constructor(
    private readonly schemas: Record<string, Schema>,
    private readonly values: FieldValues,
  ) {}

  of(schema: Schema): BodyFault[] {
    this.body = this.sampleOf(schema);
    return this.inObject(this.resolve(schema), []);
  }

  private inObject(schema: Schema, place: Place): BodyFault[] {
    const required = (schema.required ?? []) as string[];
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return [
      ...(schema.additionalProperties === false ? [this.fault([...place, UNKNOWN], 'unknown', 1)] : []),
      ...required.map((name) => this.fault([...place, name], 'missing', undefined)),
      ...fields.flatMap(([name, field]) => this.inField(this.resolve(field), [...place, name])),
    ];
  }

  private inField(schema: Schema, place: Place): BodyFault[] {
    const items = this.resolve((schema.items ?? {}) as Schema);
    return [
      ...this.wrongTypes(schema, place),
      ...wrongValues(schema, () => this.sampleOf(items)).map(([what, value]) => this.fault(place, what, value)),
      ...this.inObject(schema, place),
      ...(items.properties ? this.inObject(items, [...place, 0]) : this.wrongTypes(items, [...place, 0])),
    ];
  }

  private wrongTypes(schema: Schema, place: Place): BodyFault[] {
    const types = this.typesOf(schema);
    if (types.length === 0) return [];
    const wrong = !types.includes('object') ? WRONG_TYPE : types.includes('boolean') ? 7 : true;
    return [
      this.fault(place, 'of a wrong type', wrong),
      ...(types.includes('null') ? [] : [this.fault(place, 'null', null)]),
    ];
  }

  /** Empty if any value is allowed. */
  private typesOf(schema: Schema): unknown[] {
    const { type, enum: listed, oneOf, anyOf = oneOf } = this.resolve(schema);
    if (anyOf) return (anyOf as Schema[]).flatMap((each) => this.typesOf(each));
    if (type !== undefined) return [type].flat();
    return listed === undefined ? [] : ['string'];
  }

  private resolve(schema: Schema): Schema {
    if (typeof schema.$ref !== 'string') return schema;
    return this.resolve(this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  }

  private sampleOf(schema: Schema): unknown {
    return sampleOf(schema, this.dice, { schemas: this.schemas, values: this.values });
  }

  private fault(place: Place, what: string, value: unknown): BodyFault {
    const json = structuredClone(this.body);
    const parent = place.slice(0, -1).reduce((each, name) => Reflect.get(each as object, name) as unknown, json);
    const name = place.at(-1) ?? '';
    if (value === undefined) Reflect.deleteProperty(parent as object, name);
    else Reflect.set(parent as object, name, value);
    return { json, what, field: nameOf(typeof name === 'number' ? place.slice(0, -1) : place) };
  }
}

const nameOf = (place: Place) =>
  place
    .map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`))
    .join('')
    .slice(1);

/** A service may drop equal items of a list before it counts them. */
const numbered = (item: unknown, at: number) => (typeof item === 'string' ? `${item}${at}` : item);

/** Values that no limit of the schema allows. */
function wrongValues(schema: Schema, item: () => unknown): [what: string, value: unknown][] {
  const { enum: listed, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const wrong: [string, unknown][] = [];
  if (listed !== undefined) wrong.push(['not in the list', UNKNOWN]);
  if (format === 'email') wrong.push(['with half a character', 'a\ud800@example.com']);
  if (typeof minLength === 'number' && minLength > 0) wrong.push(['too short', 'x'.repeat(minLength - 1)]);
  if (typeof maxLength === 'number') wrong.push(['too long', 'x'.repeat(maxLength + 1)]);
  if (typeof minimum === 'number') wrong.push(['too low', minimum - 1]);
  if (typeof maximum === 'number') wrong.push(['too high', maximum + 1]);
  if (typeof minItems === 'number' && minItems > 0) wrong.push(['with too few items', []]);
  if (typeof maxItems === 'number')
    wrong.push(['with too many items', Array.from({ length: maxItems + 1 }, (_, at) => numbered(item(), at))]);
  return wrong;
}

function wrongTexts(schema: Schema): [what: string, text: string][] {
  const isText = schema.format === undefined && schema.pattern === undefined && schema.type === 'string';
  const wrong = wrongValues(schema, () => 'x').map(([what, value]): [string, string] => [what, String(value)]);
  return isText ? wrong : [...wrong, ['of a wrong form', '\t~']];
}
