import { checkFields, type FormFields, HttpError, RequestFault } from '@shipyard/http';
import { ChangeKeyDto, CreateOwnKeyDto, keyErrors, type KeyView, SCOPES } from '../keys';

export const KEY_FIELDS = ['name', 'scopes', 'models', 'rpm', 'tpm', 'budget', 'period'] as const;
export type KeyField = (typeof KEY_FIELDS)[number];
export type KeyFields = Record<Exclude<KeyField, 'scopes'>, string> & { scopes: string[]; like: string };
export type KeyProblems = Partial<Record<KeyField, 'invalid' | 'notAllowed'>>;

export const EMPTY_KEY: KeyFields = {
  name: '',
  scopes: SCOPES.filter((scope) => scope !== 'keys'),
  models: '',
  rpm: '',
  tpm: '',
  budget: '',
  period: 'month',
  like: '',
};

export const scopeField = (scope: string) => `scope_${scope}`;

export function readKeyFields(sent: FormFields): KeyFields {
  const text = (name: string) => (sent[name] ?? '').trim();
  return {
    name: text('name'),
    scopes: SCOPES.filter((scope) => sent[scopeField(scope)] === 'yes'),
    models: text('models'),
    rpm: text('rpm'),
    tpm: text('tpm'),
    budget: text('budget'),
    period: text('period'),
    like: text('like'),
  };
}

export const fieldsOf = ({ name, scopes, models, rpm, tpm, budget }: KeyView): KeyFields => ({
  name,
  scopes,
  models: models?.join(', ') ?? '',
  rpm: rpm === null ? '' : String(rpm),
  tpm: tpm === null ? '' : String(tpm),
  budget: budget?.amount_cny ?? '',
  period: budget?.period ?? 'month',
  like: '',
});

/** As the API takes them. An empty field is no limit. */
function toTerms({ name, scopes, models, rpm, tpm, budget, period }: KeyFields) {
  const listed = models.split(/[\s,，]+/u).filter((id) => id !== '');
  const count = (text: string) => (text === '' ? null : Number(text));
  return {
    name,
    scopes,
    models: listed.length === 0 ? null : listed,
    rpm: count(rpm),
    tpm: count(tpm),
    budget: budget === '' ? null : { amount_cny: budget, period },
  };
}

export const checkNewKey = (fields: KeyFields) => checkFields(CreateOwnKeyDto, toTerms(fields));
export const checkKeyTerms = (fields: KeyFields) => checkFields(ChangeKeyDto, toTerms(fields));

/** By the field of the form. */
export function problemsOf(problems: readonly { field: string }[]): KeyProblems {
  return Object.fromEntries(problems.map(({ field }) => [fieldNamed(field), 'invalid' as const]));
}

/** What the operator does not allow, by the field. Another error is thrown. */
export function refusedField(error: unknown): KeyProblems {
  const field = fieldOf(error);
  if (field === null) throw error;
  return { [fieldNamed(field)]: 'notAllowed' };
}

function fieldOf(error: unknown): string | null {
  if (error instanceof RequestFault)
    return error.fault.kind === 'input_invalid' ? (error.fault.problems[0]?.field ?? null) : null;
  const codes: string[] = [keyErrors.insufficient_scope.code, keyErrors.model_not_allowed.code];
  if (!(error instanceof HttpError) || !codes.includes(error.code)) return null;
  return typeof error.particulars.param === 'string' ? error.particulars.param : null;
}

const fieldNamed = (field: string): KeyField => KEY_FIELDS.find((each) => field.split('.')[0] === each) ?? 'name';
