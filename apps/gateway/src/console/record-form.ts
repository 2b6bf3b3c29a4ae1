import { checkFields, type FieldProblem, type FormFields } from '@shipyard/http';

export type FieldKind = 'text' | 'code' | 'lines' | 'secrets' | 'check' | 'select';

/** A field of a form that makes a record. It has the name of the field of the API. */
export interface RecordField {
  name: string;
  kind: FieldKind;
  /** What a select offers. Other kinds of field have none. */
  options?: readonly { value: string; text: string }[];
}

export type RecordProblem = 'missing' | 'invalid' | 'taken' | 'unknown';
export type RecordProblems = Readonly<Partial<Record<string, RecordProblem>>>;

export type RecordValues = Readonly<Record<string, string>>;

/** The texts as they were typed. */
export const readRecord = (sent: FormFields, fields: readonly RecordField[]): RecordValues =>
  Object.fromEntries(fields.map(({ name }) => [name, (sent[name] ?? '').trim()]));

/** Secrets are never sent back. */
export const keptNames = (fields: readonly RecordField[]): string[] => [
  'id',
  ...fields.flatMap(({ name, kind }) => (kind === 'secrets' ? [] : [name])),
];

export const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** An empty text is left out, so that the API says what is missing, or takes what is usual. */
export const said = (name: string, text: string | undefined) =>
  text === undefined || text === '' ? {} : { [name]: text };

export const saidNumber = (name: string, text: string | undefined) =>
  text === undefined || text === '' ? {} : { [name]: Number(text) };

type Checked<Dto> = { values: Dto; problems: null } | { values: null; problems: RecordProblems };

/** Checks as the API does. A problem of something inside a field is a problem of the field. */
export async function checkRecord<Dto extends object>(
  dto: Parameters<typeof checkFields<Dto>>[0],
  body: Readonly<Record<string, unknown>>,
  typed: RecordValues,
): Promise<Checked<Dto>> {
  const checked = await checkFields(dto, body);
  return checked.problems === null
    ? { values: checked.values, problems: null }
    : { values: null, problems: problemsOf(checked.problems, typed) };
}

const problemsOf = (problems: readonly FieldProblem[], typed: RecordValues): RecordProblems =>
  Object.fromEntries(
    problems.map(({ field }) => {
      const name = field.split(/[.[]/)[0] ?? field;
      return [name, (typed[name] ?? '') === '' ? 'missing' : 'invalid'] as const;
    }),
  );
