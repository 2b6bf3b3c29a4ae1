import { FormErrors } from '@shipyard/pages';
import { CheckField, Field, SelectField, TextField } from '@shipyard/ui';
import { BUDGET_PERIODS, SCOPES } from '../keys';
import type { PageContext } from '../pages';
import { KEY_FIELDS, type KeyField, type KeyFields, type KeyProblems, scopeName } from './key-form';
import { scopeText } from './keys.views';

export interface KeyFieldsProps {
  page: PageContext;
  fields: KeyFields;
  problems: KeyProblems;
}

/** What a key may do, and what it may spend. */
export function KeyFieldSet({ page, fields, problems }: KeyFieldsProps) {
  const words = page.words.console.keys;
  const messages = messagesOf(page, problems);
  return (
    <>
      <FormErrors words={page.words.console} messages={messages} labels={labelsOf(page)} />
      <Field name="name" label={words.name} value={fields.name} error={messages.name} autoComplete="off" isRequired />
      <fieldset className="ui-choice">
        <legend className="ui-label">{words.scopes}</legend>
        {SCOPES.map((scope, at) => (
          <CheckField
            key={scope}
            name={scopeName(scope)}
            label={scopeText(page.language, page.words, scope)}
            isChecked={fields.scopes.includes(scope)}
            error={at === SCOPES.length - 1 ? messages.scopes : undefined}
          />
        ))}
      </fieldset>
      <TextField
        name="models"
        label={words.models}
        hint={words.modelsHint}
        value={fields.models}
        error={messages.models}
        rows={2}
      />
      <div className="ui-field-pair">
        <Field name="rpm" label={words.rpm} hint={words.limitHint} value={fields.rpm} error={messages.rpm} isCode />
        <Field name="tpm" label={words.tpm} hint={words.limitHint} value={fields.tpm} error={messages.tpm} isCode />
      </div>
      <Field
        name="max_concurrency"
        label={words.concurrency}
        hint={words.limitHint}
        value={fields.max_concurrency}
        error={messages.max_concurrency}
        isCode
      />
      <div className="ui-field-pair">
        <Field
          name="budget_amount"
          label={words.budgetAmount}
          hint={words.limitHint}
          value={fields.budget_amount}
          error={messages.budget_amount}
          autoComplete="off"
          isCode
        />
        <SelectField
          name="budget_period"
          label={words.budgetPeriod}
          value={fields.budget_period}
          options={BUDGET_PERIODS.map((value) => ({ value, text: words.periods[value] }))}
        />
      </div>
      <TextField
        name="allowed_ips"
        label={words.addresses}
        hint={words.addressesHint}
        value={fields.allowed_ips}
        error={messages.allowed_ips}
        rows={2}
      />
      <div className="ui-field-pair">
        <Field name="day" type="date" label={words.day} hint={words.dayHint} value={fields.day} error={messages.day} />
        <Field name="time" type="time" label={words.time} value={fields.time} />
      </div>
    </>
  );
}

function labelsOf({ words }: PageContext): Record<KeyField, string> {
  const text = words.console.keys;
  return {
    customer_id: text.customerId,
    name: text.name,
    scopes: text.scopes,
    models: text.models,
    rpm: text.rpm,
    tpm: text.tpm,
    max_concurrency: text.concurrency,
    budget_amount: text.budgetAmount,
    budget_period: text.budgetPeriod,
    allowed_ips: text.addresses,
    day: text.day,
    time: text.time,
  };
}

export function messagesOf({ words }: PageContext, problems: KeyProblems): Partial<Record<KeyField, string>> {
  const text = words.console.keys;
  const own: Partial<Record<KeyField, string>> = {
    scopes: text.scopesMissing,
    rpm: text.numberProblem,
    tpm: text.numberProblem,
    max_concurrency: text.numberProblem,
    budget_amount: text.amountProblem,
    day: text.dayProblem,
  };
  return Object.fromEntries(
    KEY_FIELDS.flatMap((field) => {
      const problem = problems[field];
      return problem ? [[field, own[field] ?? text.problems[problem]]] : [];
    }),
  );
}
