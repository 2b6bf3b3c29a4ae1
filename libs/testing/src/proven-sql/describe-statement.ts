import { type Connection, Client, DatabaseError, type Submittable } from 'pg';

export interface DescribedColumn {
  name: string;
  typeId: number;
}

export interface DescribedStatement {
  /** Null if the statement returns no rows. */
  columns: DescribedColumn[] | null;
  /** Names from `pg_type`: `text`, or `_uuid` for an array. */
  parameterTypes: string[];
}

export type JavaScriptKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'json'
  | 'null'
  | { elements: JavaScriptKind };

const KINDS: Readonly<Record<string, JavaScriptKind>> = {
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  unknown: 'string',
  void: 'string',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'string',
  numeric: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  timestamptz: 'Date',
  timestamp: 'Date',
  date: 'Date',
};

/** Prepares statements without running them. */
export class StatementDescriber {
  private readonly names = new Map<number, string>();

  private constructor(private readonly client: Client) {}

  static async connect(url: string, schema: string): Promise<StatementDescriber> {
    const client = new Client({ connectionString: url, options: `-c search_path=${schema}` });
    await client.connect();
    const describer = new StatementDescriber(client);
    const { rows } = await client.query<{ oid: number; typname: string }>('SELECT oid, typname FROM pg_type');
    for (const { oid, typname } of rows) describer.names.set(oid, typname);
    return describer;
  }

  end(): Promise<void> {
    return this.client.end();
  }

  /** By `table.column`: columns that refuse NULL. A table of the service hides one in the catalog. */
  async requiredColumns(): Promise<Map<string, Map<string, boolean>>> {
    const { rows } = await this.client.query<{ table: string; column: string; required: boolean }>(`
      SELECT relname AS table, attname AS column, attnotnull AS required FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v') AND pg_table_is_visible(pg_class.oid) ORDER BY attrelid, attnum`);
    const tables = new Map<string, Map<string, boolean>>();
    for (const { table, column, required } of rows)
      tables.set(table, (tables.get(table) ?? new Map<string, boolean>()).set(column, required));
    return tables;
  }

  async strictFunctions(): Promise<Set<string>> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' GROUP BY proname HAVING bool_and(proisstrict AND NOT proretset)`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** Throws Postgres's error. */
  async describe(text: string): Promise<DescribedStatement> {
    const description = new Description(text);
    this.client.query(description);
    const columns = await description.described;
    const { rows } = await this.client.query<{ types: number[] }>(
      `SELECT parameter_types::oid[]::int[] AS types FROM pg_prepared_statements WHERE name = $1`,
      [NAME],
    );
    await this.client.query(`DEALLOCATE ${NAME}`);
    // Planning finds more than parsing: a conflict target needs a unique index.
    if (/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text))
      await this.client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    return { columns, parameterTypes: (rows[0]?.types ?? []).map((id) => this.typeName(id)) };
  }

  typeName(id: number): string {
    return this.names.get(id) ?? String(id);
  }

  kindOf(typeName: string): JavaScriptKind {
    if (typeName.startsWith('_')) return { elements: this.kindOf(typeName.slice(1)) };
    const kind = KINDS[typeName];
    if (kind === undefined)
      throw new Error(`the check does not know the type ${typeName}: add it to describe-statement.ts`);
    return kind;
  }
}

const NAME = 'described';

/** Uses the extended protocol, which runs nothing. */
class Description implements Submittable {
  readonly described: Promise<DescribedColumn[] | null>;
  private settle!: { resolve: (columns: DescribedColumn[] | null) => void; reject: (error: Error) => void };
  private columns: DescribedColumn[] | null = null;

  constructor(private readonly text: string) {
    this.described = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  submit(connection: Connection): void {
    connection.parse({ name: NAME, text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: NAME }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }));
  }

  handleError(error: Error): void {
    this.settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.settle.resolve(this.columns);
  }
}

export const isRefused = (error: unknown): error is DatabaseError => error instanceof DatabaseError;
