import {
  constructFromEvents,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  getScalarValue,
  parseEvents,
  YAMLException,
} from 'js-yaml';

const DEPTH_LIMIT = 20;

export type YamlFault = 'syntax' | 'not_a_mapping' | 'indirection';

export class YamlInvalid extends Error {
  constructor(
    message: string,
    readonly fault: YamlFault,
    readonly position?: number,
  ) {
    super(message);
  }
}

/** Every scalar is a string. Throws YamlInvalid for anchors, aliases, tags, duplicate keys, and all but one mapping. */
export class YamlMapping {
  readonly values: ReadonlyMap<string, unknown>;
  private readonly events: Event[];

  /** `subject` begins the messages. */
  constructor(
    private readonly yaml: string,
    subject: string,
  ) {
    try {
      this.events = parseEvents(yaml, { maxDepth: DEPTH_LIMIT });
      refuseIndirection(this.events, subject);
      const documents = constructFromEvents(this.events, { source: yaml, schema: FAILSAFE_SCHEMA, maxAliases: 0 });
      const [document = {}] = documents;
      if (documents.length > 1 || typeof document !== 'object' || document === null || Array.isArray(document))
        throw new YamlInvalid(`The ${subject} is not a YAML mapping.`, 'not_a_mapping', 0);
      this.values = new Map<string, unknown>(Object.entries(document));
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      throw new YamlInvalid(
        `The ${subject} is not valid YAML: ${error.reason}. ${adviceFor(error.reason)}`,
        'syntax',
        error.mark?.position,
      );
    }
  }

  positionOf(key: string): number | undefined {
    return positionOfKey(key, this.yaml, this.events);
  }
}

/** The place of a key of the outermost mapping in the text. */
export function positionOfKey(key: string, yaml: string, events?: Event[]): number | undefined {
  const [event] = eventsOfKey(key, yaml, events);
  return event?.type === EVENT_ID.SCALAR ? event.valueStart : undefined;
}

/** A key of the outermost mapping, and what its value is made of. Empty without the key. Throws for text that is not YAML. */
export function eventsOfKey(key: string, yaml: string, events = parseEvents(yaml, { maxDepth: DEPTH_LIMIT })): Event[] {
  const found: Event[] = [];
  let depth = 0;
  // Keys and values take turns in the outermost mapping.
  let nodes = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      depth -= 1;
      continue;
    }
    const isKey = depth === 2 && nodes % 2 === 0;
    if (isKey && found.length > 0) return found;
    const isWanted = isKey && event.type === EVENT_ID.SCALAR && getScalarValue(yaml, event) === key;
    if (isWanted || found.length > 0) found.push(event);
    if (depth === 2) nodes += 1;
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) depth += 1;
  }
  return found;
}

const adviceFor = (reason: string): string =>
  reason === 'duplicated mapping key' ? 'Keep one of them.' : 'Quote values that contain ": " or " #".';

function refuseIndirection(events: Event[], subject: string): void {
  for (const event of events) {
    if (event.type === EVENT_ID.ALIAS)
      throw new YamlInvalid(`Aliases are not accepted in the ${subject}.`, 'indirection', event.anchorStart);
    if ('anchorStart' in event && event.anchorStart >= 0)
      throw new YamlInvalid(`Anchors are not accepted in the ${subject}.`, 'indirection', event.anchorStart);
    if ('tagStart' in event && event.tagStart >= 0)
      throw new YamlInvalid(`Tags are not accepted in the ${subject}.`, 'indirection', event.tagStart);
  }
}
