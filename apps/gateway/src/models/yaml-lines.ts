import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';

export class YamlLines {
  private readonly lines = new Map<string, number>();
  private readonly events: Iterator<Event, undefined>;

  constructor(private readonly text: string) {
    this.events = parseEvents(text, {}).values();
    for (let event = this.next(); event.type !== EVENT_ID.POP; event = this.next())
      if (event.type !== EVENT_ID.DOCUMENT) this.readValue(event, '');
  }

  /** The line, from 1, of a path such as `models[0].routes`. A missing value has the line of its parent. */
  of(path: string): number {
    for (let place = path; place !== ''; place = place.replace(/(?:^|[.[])[^.[]*$/, '')) {
      const line = this.lines.get(place);
      if (line !== undefined) return line;
    }
    return 1;
  }

  private readValue(event: Event, path: string): void {
    if (event.type === EVENT_ID.SEQUENCE) this.readMembers(path);
    if (event.type === EVENT_ID.MAPPING) this.readFields(path);
  }

  private readMembers(path: string): void {
    let at = 0;
    for (let member = this.next(); member.type !== EVENT_ID.POP; member = this.next(), at += 1) {
      this.recordLine(`${path}[${at}]`, member);
      this.readValue(member, `${path}[${at}]`);
    }
  }

  /** A field is where its name is. */
  private readFields(path: string): void {
    for (let key = this.next(); key.type !== EVENT_ID.POP; key = this.next()) {
      const name = key.type === EVENT_ID.SCALAR ? getScalarValue(this.text, key) : '';
      const field = path === '' ? name : `${path}.${name}`;
      this.recordLine(field, key);
      this.readValue(key, field);
      this.readValue(this.next(), field);
    }
  }

  private recordLine(path: string, event: Event): void {
    const offset = offsetOf(event);
    if (offset >= 0) this.lines.set(path, this.text.slice(0, offset).split(/\r\n|\r|\n/).length);
  }

  private next(): Event {
    return this.events.next().value ?? { type: EVENT_ID.POP };
  }
}

function offsetOf(event: Event): number {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return -1;
  }
}
