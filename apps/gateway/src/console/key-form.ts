import { checkFields, type FieldProblem, type FormFields, inputInvalid } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { ChangeKeyDto, CreateKeyDto, type KeyView, type Scope, SCOPES } from '../keys';

const TEXTS = [
  'name',
  'models',
  'rpm',
  'tpm',
  'max_concurrency',
  'budget_amount',
  'budget_period',
  'allowed_ips',
  'day',
  'time',
] as const;
type Text = (typeof TEXTS)[number];

/** What a form of a key says. The texts are as they were typed. */
export interface KeyFields extends Record<Text, string> {
  customer_id: string;
  /** Made with the form, so that a form sent twice makes one key. */
  key_id: string;
  scopes: readonly Scope[];
}

export type KeyField = Text | 'customer_id' | 'scopes';
export type KeyProblems = Partial<Record<KeyField, 'missing' | 'invalid' | 'unknown'>>;

const scopeName = (scope: Scope) => `scope_${scope}` as const;

/** The names of the fields that an ended session carries along. */
export const KEY_FIELD_NAMES = [...TEXTS, 'customer_id', 'key_id', ...SCOPES.map(scopeName)];

export { scopeName };

/** With what the customer's keys get by default. */
export const newKeyFields = (customerId: string, defaults: KeyDefaults | null): KeyFields => ({
  ...EMPTY,
  ...(defaults && limitTexts(defaults)),
  customer_id: customerId,
  key_id: uuidv7(),
  scopes: ['text'],
});

const EMPTY: Record<Text, string> = {
  name: '',
  models: '',
  rpm: '',
  tpm: '',
  max_concurrency: '',
  budget_amount: '',
  budget_period: 'month',
  allowed_ips: '',
  day: '',
  time: '',
};

const numberText = (value: number | null) => (value === null ? '' : String(value));

type KeyDefaults = Pick<KeyView, 'models' | 'rpm' | 'tpm' | 'max_concurrency' | 'budget'>;

const limitTexts = ({ models, rpm, tpm, max_concurrency, budget }: KeyDefaults) => ({
  models: (models ?? []).join('\n'),
  rpm: numberText(rpm),
  tpm: numberText(tpm),
  max_concurrency: numberText(max_concurrency),
  budget_amount: budget?.amount_cny ?? '',
  budget_period: budget?.period ?? 'month',
});

export const fieldsOfKey = (key: KeyView): KeyFields => ({
  customer_id: key.customer_id,
  key_id: key.id,
  scopes: key.scopes,
  name: key.name,
  ...limitTexts(key),
  allowed_ips: (key.allowed_ips ?? []).join('\n'),
  day: key.expires_at?.slice(0, 10) ?? '',
  time: key.expires_at?.slice(11, 16) ?? '',
});

export const readKeyFields = (sent: FormFields): KeyFields => {
  const textOf = (name: string) => (sent[name] ?? '').trim();
  return {
    ...EMPTY,
    ...Object.fromEntries(TEXTS.map((name) => [name, textOf(name)])),
    customer_id: textOf('customer_id'),
    key_id: isUUID(sent.key_id, '7') ? textOf('key_id') : uuidv7(),
    scopes: SCOPES.filter((scope) => sent[scopeName(scope)] === 'yes'),
  };
};

const numberOf = (text: string) => (text === '' ? null : Number(text));
const listOf = (text: string) => {
  const items = text.split(/[\s,，]+/).filter((item) => item !== '');
  return items.length === 0 ? null : items;
};

/** An empty field is no limit. */
const termsOf = (fields: KeyFields) => ({
  name: fields.name,
  scopes: fields.scopes,
  models: listOf(fields.models),
  rpm: numberOf(fields.rpm),
  tpm: numberOf(fields.tpm),
  max_concurrency: numberOf(fields.max_concurrency),
  budget: fields.budget_amount === '' ? null : { amount_cny: fields.budget_amount, period: fields.budget_period },
  allowed_ips: listOf(fields.allowed_ips),
  expires_at: fields.day === '' ? null : `${fields.day}T${fields.time === '' ? '00:00' : fields.time}:00Z`,
});

export type Checked<Dto> = { values: Dto; problems: null } | { values: null; problems: KeyProblems };

export async function checkNewKey(fields: KeyFields): Promise<Checked<CreateKeyDto>> {
  const { values, problems } = await checkFields(CreateKeyDto, {
    ...termsOf(fields),
    customer_id: fields.customer_id,
  });
  return values ? { values, problems: null } : { values: null, problems: problemsOf(problems, fields) };
}

/** A time at which the key ends is checked only if it is another one: a key that has ended can be changed. */
export async function checkKeyChange(fields: KeyFields, before: KeyView): Promise<Checked<ChangeKeyDto>> {
  const { expires_at, ...terms } = termsOf(fields);
  const isSame =
    expires_at !== null && before.expires_at !== null && expires_at.slice(0, 16) === before.expires_at.slice(0, 16);
  const { values, problems } = await checkFields(ChangeKeyDto, { ...terms, ...(!isSame && { expires_at }) });
  return values ? { values, problems: null } : { values: null, problems: problemsOf(problems, fields) };
}

export const KEY_FIELDS: readonly KeyField[] = ['customer_id', ...TEXTS, 'scopes'];
const FIELD_OF: Readonly<Record<string, KeyField>> = { budget: 'budget_amount', expires_at: 'day' };

function problemsOf(problems: readonly FieldProblem[], fields: KeyFields): KeyProblems {
  return Object.fromEntries(
    problems.map(({ field, message, kind }): [KeyField, 'missing' | 'invalid'] => {
      const name = field.split(/[.[]/)[0] ?? field;
      const known = FIELD_OF[name] ?? KEY_FIELDS.find((each) => each === name);
      if (known === undefined) throw inputInvalid(field, message, kind);
      return [known, fields[known].length === 0 ? 'missing' : 'invalid'];
    }),
  );
}
