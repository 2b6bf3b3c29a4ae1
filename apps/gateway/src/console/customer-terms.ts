import { checkFields, type FieldProblem, type FormFields, inputInvalid } from '@shipyard/http';
import { ChangeCustomerDto, type CustomerView } from '../customers';

const TERM_FIELDS = [
  'status',
  'credit_line',
  'rpm',
  'tpm',
  'max_concurrency',
  'spend_day',
  'spend_month',
  'models',
  'balance_below',
  'days_left',
  'key_expires_days',
  'mail_to',
  'language',
] as const;
export type TermField = (typeof TERM_FIELDS)[number];

/** What the form says. The texts are as they were typed. */
export type TermFields = Record<TermField, string>;
export type TermProblems = Partial<Record<TermField, 'missing' | 'invalid' | 'low'>>;

export const TERM_FIELD_NAMES: readonly TermField[] = TERM_FIELDS;

const text = (value: string | number | null) => (value === null ? '' : String(value));

export const termsOf = ({ status, credit_line_cny, limits, alerts }: CustomerView): TermFields => ({
  status,
  credit_line: credit_line_cny,
  rpm: text(limits.rpm),
  tpm: text(limits.tpm),
  max_concurrency: text(limits.max_concurrency),
  spend_day: text(limits.spend_day_cny),
  spend_month: text(limits.spend_month_cny),
  models: (limits.models ?? []).join('\n'),
  balance_below: text(alerts.balance_below_cny),
  days_left: text(alerts.days_left),
  key_expires_days: text(alerts.key_expires_days),
  mail_to: alerts.mail_to.join('\n'),
  language: alerts.language,
});

export const readTerms = (sent: FormFields, before: CustomerView): TermFields => ({
  ...termsOf(before),
  ...Object.fromEntries(TERM_FIELDS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name].trim()]]))),
});

const listOf = (typed: string) => typed.split(/[\s,，]+/).filter((item) => item !== '');
const orNull = <Value>(typed: string, value: Value) => (typed === '' ? null : value);

/** An empty field is no limit. */
export async function checkTerms(
  fields: TermFields,
): Promise<{ values: ChangeCustomerDto; problems: null } | { values: null; problems: TermProblems }> {
  const { values, problems } = await checkFields(ChangeCustomerDto, {
    status: fields.status,
    credit_line_cny: fields.credit_line,
    limits: {
      rpm: orNull(fields.rpm, Number(fields.rpm)),
      tpm: orNull(fields.tpm, Number(fields.tpm)),
      max_concurrency: orNull(fields.max_concurrency, Number(fields.max_concurrency)),
      spend_day_cny: orNull(fields.spend_day, fields.spend_day),
      spend_month_cny: orNull(fields.spend_month, fields.spend_month),
      models: orNull(fields.models, listOf(fields.models)),
    },
    alerts: {
      balance_below_cny: orNull(fields.balance_below, fields.balance_below),
      days_left: Number(fields.days_left),
      key_expires_days: Number(fields.key_expires_days),
      mail_to: listOf(fields.mail_to),
      language: fields.language,
    },
  });
  return values ? { values, problems: null } : { values: null, problems: problemsOf(problems, fields) };
}

function problemsOf(problems: readonly FieldProblem[], fields: TermFields): TermProblems {
  return Object.fromEntries(
    problems.map(({ field, message, kind }): [TermField, 'missing' | 'invalid'] => {
      const own = field
        .replace(/^(?:limits|alerts)\./, '')
        .split('[')[0]
        ?.replace('_cny', '');
      const name = TERM_FIELDS.find((each) => each === own);
      if (name === undefined) throw inputInvalid(field, message, kind);
      return [name, fields[name] === '' ? 'missing' : 'invalid'];
    }),
  );
}
