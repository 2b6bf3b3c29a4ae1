import { createHash } from 'node:crypto';
import { instantOf } from '@shipyard/contracts';
import { checkFields, type FormFields, RequestFault } from '@shipyard/http';
import { suggestSlug } from '@shipyard/ui/suggest-slug';
import { CreateProgramDto, type DocView, PutDocDto, type StaffProgramView } from '../../programs';

export const PROGRAM_FIELDS = [
  'id',
  'name',
  'tagline',
  'description_md',
  'starts_on',
  'starts_time',
  'ends_on',
  'ends_time',
  'logs_required',
  'interview_questions',
  'rubric',
  'prize',
  'prize_name',
  'documents',
] as const;
export type ProgramField = (typeof PROGRAM_FIELDS)[number];

export const PRIZES = ['none', 'handed', 'posted'] as const;

export interface ProgramError {
  kind: 'missing' | 'invalid' | 'taken' | 'order' | 'line' | 'twice' | 'unsaid';
  /** For a field with a line for each thing. */
  line?: number;
}
export type ProgramErrors = Partial<Record<ProgramField, ProgramError>>;

export interface ProgramDraft {
  program: CreateProgramDto;
  docs: DocView[];
}

const FIRST_MOMENT = '00:00';
const LAST_MOMENT = '23:59:59';

/** The fields of the form as a program has them. */
export function fieldsOf(program: StaffProgramView): FormFields {
  const { prize } = program;
  return {
    id: program.id,
    name: program.name,
    tagline: program.tagline,
    description_md: program.description_md,
    ...timeFields('starts', program.starts_at),
    ...timeFields('ends', program.ends_at),
    logs_required: String(program.logs_required),
    interview_questions: String(program.interview_questions),
    rubric: program.rubric.map(({ id, label }) => `${id}: ${label}`).join('\n'),
    prize: prize === null ? 'none' : prize.hardware ? 'posted' : 'handed',
    prize_name: prize?.name ?? '',
    documents: program.docs.map(({ id, title, url }) => `${id}: ${title} ${url}`).join('\n'),
  };
}

/** A copy has no dates and another id, because these are what differs each time. */
export function fieldsOfCopy(program: StaffProgramView): FormFields {
  return { ...fieldsOf(program), ...timeFields('starts', null), ...timeFields('ends', null), id: '' };
}

export const NEW_FIELDS: FormFields = { logs_required: '3', interview_questions: '5', prize: 'none' };

/** Changes with each value that the form shows. */
export const fingerprintOf = (program: StaffProgramView): string =>
  createHash('sha256')
    .update(JSON.stringify(fieldsOf(program)))
    .digest('base64url');

const timeFields = (name: 'starts' | 'ends', time: Date | null) => {
  const text = time?.toISOString() ?? '';
  const clock = text.slice(11, text.slice(17, 19) === '00' ? 16 : 19);
  return { [`${name}_on`]: text.slice(0, 10), [`${name}_time`]: clock };
};

type Read<Value> = { value: Value } | { error: ProgramError };

/** What the form says, or what is wrong with which field. */
export async function readProgramForm(
  fields: FormFields,
): Promise<{ draft: ProgramDraft; errors: null } | { draft: null; errors: ProgramErrors }> {
  const starts = timeOf(fields.starts_on, fields.starts_time, FIRST_MOMENT);
  const ends = timeOf(fields.ends_on, fields.ends_time, LAST_MOMENT);
  const rubric = readRubric(fields.rubric ?? '');
  const docs = await readDocs(fields.documents ?? '');
  const [startsAt, endsAt] = [valueOf(starts) ?? null, valueOf(ends) ?? null];
  const { values, problems } = await checkFields(CreateProgramDto, {
    ...pick(fields, ['id', 'name', 'tagline']),
    description_md: normalized(fields.description_md ?? ''),
    starts_at: startsAt,
    ends_at: endsAt,
    logs_required: wholeNumber(fields.logs_required),
    interview_questions: wholeNumber(fields.interview_questions),
    rubric: valueOf(rubric) ?? [],
    prize: fields.prize === 'none' ? null : { name: fields.prize_name ?? '', hardware: fields.prize === 'posted' },
  });
  const errors: ProgramErrors = {
    ...(problems && errorsOf(problems, fields)),
    ...(startsAt !== null && endsAt !== null && startsAt >= endsAt && { ends_on: { kind: 'order' } }),
    ...(fields.prize === 'none' && fields.prize_name?.trim() && { prize: { kind: 'unsaid' } }),
    ...('error' in starts && { starts_on: starts.error }),
    ...('error' in ends && { ends_on: ends.error }),
    ...('error' in rubric && { rubric: rubric.error }),
    ...('error' in docs && { documents: docs.error }),
  };
  const found = valueOf(docs);
  if (values === null || found === undefined || Object.keys(errors).length > 0) return { draft: null, errors };
  return { draft: { program: values, docs: found }, errors: null };
}

/** What a service found wrong with the fields. Any other error goes on. */
export function errorsOfFault(error: unknown, fields: FormFields): ProgramErrors {
  if (!(error instanceof RequestFault) || error.fault.kind !== 'input_invalid') throw error;
  const errors = errorsOf(error.fault.problems, fields);
  if (errors.id) errors.id = { kind: 'taken' };
  return errors;
}

function errorsOf(problems: readonly { field: string }[], fields: FormFields): ProgramErrors {
  const errors: ProgramErrors = {};
  for (const { field } of problems) {
    const name = fieldNamed(field);
    errors[name] ??= { kind: (fields[name] ?? '').trim() === '' ? 'missing' : 'invalid' };
  }
  return errors;
}

/** The field of the form that holds a field of the API. */
function fieldNamed(field: string): ProgramField {
  const [top = ''] = field.split(/[.[]/);
  return RENAMED[top] ?? PROGRAM_FIELDS.find((each) => each === top) ?? 'name';
}

const RENAMED: Readonly<Record<string, ProgramField | undefined>> = {
  starts_at: 'starts_on',
  ends_at: 'ends_on',
  prize: 'prize_name',
};

function timeOf(day = '', clock = '', otherwise: string): Read<string | null> {
  if (day.trim() === '') return clock.trim() === '' ? { value: null } : { error: { kind: 'missing' } };
  const typed = clock.trim() || otherwise;
  const time = instantOf(`${day.trim()}T${typed.length === 5 ? `${typed}:00` : typed}Z`);
  return time === null ? { error: { kind: 'invalid' } } : { value: time.toISOString() };
}

/** One item a line: "id: label". An item without an id gets one. */
function readRubric(text: string): Read<{ id: string; label: string }[]> {
  const items: { id: string; label: string }[] = [];
  for (const { line, text: typed } of linesOf(text)) {
    const { id, rest: label } = idAndRest(typed, `item-${line}`);
    if (items.some((item) => item.id === id)) return { error: { kind: 'twice', line } };
    if (label.length > 200) return { error: { kind: 'line', line } };
    items.push({ id, label });
  }
  return { value: items };
}

/** One document a line: "id: title address". A document without an id gets one. */
async function readDocs(text: string): Promise<Read<DocView[]>> {
  const docs: DocView[] = [];
  for (const { line, text: typed } of linesOf(text)) {
    const urlAt = Math.max(typed.lastIndexOf(' '), typed.lastIndexOf('\t')) + 1;
    const { id, rest: title } = idAndRest(typed.slice(0, urlAt).trim(), `document-${line}`);
    const { values } = await checkFields(PutDocDto, { title, url: typed.slice(urlAt) });
    if (values === null) return { error: { kind: 'line', line } };
    if (docs.some((doc) => doc.id === id)) return { error: { kind: 'twice', line } };
    docs.push({ id, ...values });
  }
  return { value: docs };
}

const ID = /^([a-z0-9-]{1,64})[:：](?!\/\/)/;

function idAndRest(text: string, otherwise: string): { id: string; rest: string } {
  const [start = '', id] = ID.exec(text) ?? [];
  if (id !== undefined) return { id, rest: text.slice(start.length).trim() };
  return { id: suggestSlug(text) || otherwise, rest: text };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((typed, at) => ({ line: at + 1, text: typed.trim() }))
    .filter(({ text: typed }) => typed !== '');

const valueOf = <Value>(read: Read<Value>): Value | undefined => ('value' in read ? read.value : undefined);

const wholeNumber = (text = '') => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : text);

/** A form sends each line end as two characters. */
const normalized = (text: string) => text.replaceAll('\r\n', '\n');

const pick = (fields: FormFields, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (fields[name] ?? '').trim()]));
