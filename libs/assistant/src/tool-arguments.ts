/** The arguments of a call, after they were checked against the schema of the tool. */
export class ToolArguments {
  constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === undefined) throw new Error(`The schema lets a call without ${name} pass`);
    return value;
  }

  optionalText(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  texts(name: string): string[] | undefined {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
  }

  /** The items of a list of objects. */
  objects(name: string): ToolArguments[] | undefined {
    const value: unknown = this.values[name];
    return Array.isArray(value) ? value.filter(isRecord).map((each) => new ToolArguments(each)) : undefined;
  }

  number(name: string): number {
    const value = this.optionalNumber(name);
    if (value === undefined) throw new Error(`The schema lets a call without ${name} pass`);
    return value;
  }

  optionalNumber(name: string): number | undefined {
    const value = this.values[name];
    return typeof value === 'number' ? value : undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
