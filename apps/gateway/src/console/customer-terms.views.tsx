import { CsrfField, FormErrors, LocalTime, NAME_OF } from '@shipyard/pages';
import { Button, Callout, ChoiceField, Field, PersonText, SelectField, TextField } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import type { CustomerPriceListView, PriceListView } from '../models';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import type { TermField, TermFields, TermProblems } from './customer-terms';
import { PRICE_LIST_WAYS, type PriceListFields, type PriceListProblems } from './price-list-form';

export const TERM_NEWS = ['terms', 'list'] as const;

interface TermsProps {
  page: PageContext;
  customer: CustomerView;
  /** The list that it is on, and the others. */
  on: CustomerPriceListView;
  lists: PriceListView[];
  prices: { fields: PriceListFields; problems: PriceListProblems };
  terms: { fields: TermFields; problems: TermProblems };
  news: (typeof TERM_NEWS)[number] | null;
}

/** What one customer pays, may do and is told. */
export function CustomerTermsPage(props: TermsProps) {
  const { page, customer, prices, terms, news } = props;
  const words = page.words.console.terms;
  const isError = Object.keys({ ...prices.problems, ...terms.problems }).length > 0;
  const mayChange = page.session?.role !== 'viewer';
  return (
    <ConsolePage page={page} part="customers" title={words.of(customer.name)} isError={isError}>
      <p className="ui-crumb">
        <a href={consoleUrl('customers', customer.id)}>
          <PersonText text={customer.name} />
        </a>
      </p>
      <h1 className="ui-title">
        <PersonText text={words.of(customer.name)} />
      </h1>
      {news && (
        <div role="status">
          <Callout kind="tip" word={news === 'list' ? words.putDone : words.saved}>
            <p>{news === 'list' ? words.putLater : words.savedLead}</p>
          </Callout>
        </div>
      )}
      <Part id="prices" title={words.prices}>
        <On {...props} />
        {mayChange && <PriceListForm {...props} />}
      </Part>
      <Part id="limits" title={words.limits}>
        <TermsForm {...props} mayChange={mayChange} />
      </Part>
    </ConsolePage>
  );
}

function On({ page, on }: TermsProps) {
  const words = page.words.console.terms;
  const isBase = on.price_list.inherits === null;
  return (
    <p>
      {words.pays} <b>{isBase ? words.base : <PersonText text={on.price_list.name} />}</b>
      {!isBase && ` (${words.multiplied(on.price_list.multiplier)})`}
      {words.since} <LocalTime page={page} time={new Date(on.effective_from)} />
    </p>
  );
}

function PriceListForm({ page, customer, lists, prices: { fields, problems } }: TermsProps) {
  const words = page.words.console.terms;
  const messages = {
    percent: problems.percent && (problems.percent === 'taken' ? words.nameTaken : words.percentProblem),
    list: problems.list && words.listProblem,
    day: problems.day && words.dayProblem,
  };
  return (
    <form
      className="ui-sheet ui-fields ui-console-form"
      method="post"
      action={consoleUrl('customers', customer.id, 'price-list')}
      noValidate
    >
      <CsrfField page={page} />
      <h3 className="ui-section-title">{words.another}</h3>
      <FormErrors
        words={page.words.console}
        messages={messages}
        labels={{ percent: words.percent, list: words.list, day: words.day }}
      />
      <ChoiceField
        name="how"
        label={words.how}
        value={fields.how}
        choices={PRICE_LIST_WAYS.map((value) => ({ value, text: words.hows[value] }))}
      />
      <Field
        name="percent"
        label={words.percent}
        hint={words.percentHint}
        value={fields.percent}
        error={messages.percent}
        autoComplete="off"
        isCode
      />
      <SelectField
        name="list"
        label={words.list}
        value={fields.list}
        error={messages.list}
        options={[
          { value: '', text: lists.length === 0 ? words.noList : '–' },
          ...lists.map(({ id, name, multiplier }) => ({ value: id, text: `${name} (× ${multiplier})` })),
        ]}
      />
      <div className="ui-field-pair">
        <Field name="day" type="date" label={words.day} hint={words.dayHint} value={fields.day} error={messages.day} />
        <Field name="time" type="time" label={words.time} value={fields.time} />
      </div>
      <div className="ui-buttons">
        <Button kind="secondary">{words.put}</Button>
      </div>
    </form>
  );
}

function TermsForm({ page, customer, terms: { fields, problems }, mayChange }: TermsProps & { mayChange: boolean }) {
  const words = page.words.console.terms;
  const messages = termMessages(page, problems);
  const labels = labelsOf(page);
  const field = (name: TermField, hint?: string) => (
    <Field
      name={name}
      label={labels[name]}
      hint={hint}
      value={fields[name]}
      error={messages[name]}
      autoComplete="off"
      isCode
    />
  );
  const lines = (name: TermField, hint: string) => (
    <TextField name={name} label={labels[name]} hint={hint} value={fields[name]} error={messages[name]} rows={2} />
  );
  if (!mayChange) return <TermFacts labels={labels} fields={{ ...fields, status: words.statuses[customer.status] }} />;
  return (
    <form
      className="ui-sheet ui-fields ui-console-form"
      method="post"
      action={consoleUrl('customers', customer.id, 'terms')}
      noValidate
    >
      <CsrfField page={page} />
      <p className="ui-hint">{words.limitsLead}</p>
      <FormErrors words={page.words.console} messages={messages} labels={labels} />
      <SelectField
        name="status"
        label={words.status}
        value={fields.status}
        options={(['active', 'suspended'] as const).map((value) => ({ value, text: words.statuses[value] }))}
      />
      {field('credit_line', words.creditLineHint)}
      <div className="ui-field-pair">
        {field('rpm')}
        {field('tpm')}
      </div>
      {field('max_concurrency')}
      <div className="ui-field-pair">
        {field('spend_day')}
        {field('spend_month')}
      </div>
      {lines('models', words.modelsHint)}
      {field('balance_below', words.balanceBelowHint)}
      <div className="ui-field-pair">
        {field('days_left')}
        {field('key_expires_days')}
      </div>
      {lines('mail_to', words.mailToHint)}
      <SelectField
        name="language"
        label={words.language}
        value={fields.language}
        options={(['en', 'zh-CN'] as const).map((value) => ({ value, text: NAME_OF[value] }))}
      />
      <div className="ui-buttons">
        <Button>{words.save}</Button>
      </div>
    </form>
  );
}

const TermFacts = ({ labels, fields }: { labels: Record<TermField, string>; fields: TermFields }) => (
  <dl className="ui-fact-rows">
    {Object.entries(labels).map(([name, label]) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{Object.entries(fields).find(([each]) => each === name)?.[1] || '–'}</dd>
      </div>
    ))}
  </dl>
);

function labelsOf({ words }: PageContext): Record<TermField, string> {
  const text = words.console.terms;
  return {
    status: text.status,
    credit_line: text.creditLine,
    rpm: text.rpm,
    tpm: text.tpm,
    max_concurrency: text.concurrency,
    spend_day: text.spendDay,
    spend_month: text.spendMonth,
    models: text.models,
    balance_below: text.balanceBelow,
    days_left: text.daysLeft,
    key_expires_days: text.keyDays,
    mail_to: text.mailTo,
    language: text.language,
  };
}

function termMessages({ words }: PageContext, problems: TermProblems): Partial<Record<TermField, string>> {
  const text = words.console.terms;
  const own: Partial<Record<string, string>> = {
    rpm: text.numberProblem,
    tpm: text.numberProblem,
    max_concurrency: text.numberProblem,
    days_left: text.daysProblem,
    key_expires_days: text.daysProblem,
    models: text.listInvalid,
    mail_to: text.listInvalid,
  };
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      name,
      problem === 'low' ? text.creditLow : (own[name] ?? text.amountProblem),
    ]),
  );
}
