import { CsrfField, exactTime, FormErrors } from '@shipyard/pages';
import { Button, Callout, FileField, PersonText, Price, SelectField, Sum, Table, TextField } from '@shipyard/ui';
import { checkedCny, formatCny } from '../money';
import { type PageContext, Part } from '../pages';
import type { PriceChangeView, PriceEffectView, PricePlanView } from '../price-imports';
import { ConsolePage } from './console-page';
import { consoleUrl, PRICE_IMPORT_URL } from './console-parts';

export interface ImportFields {
  format: 'csv' | 'yaml';
  text: string;
}

/** Without a message, nothing was entered. */
export interface ImportProblem {
  message: string | null;
}

export interface NamedPlan {
  plan: PricePlanView;
  /** By id, the names of the customers whom the plan affects. */
  names: ReadonlyMap<string, string>;
}

interface ImportProps {
  page: PageContext;
  fields: ImportFields;
  problem: ImportProblem | null;
  plan: NamedPlan | null;
  /** The plan that was applied was an earlier one. */
  isStale: boolean;
  isApplied: boolean;
}

/** A file of prices: what it would change, and what customers would have paid. */
export function PriceImportPage({ page, fields, problem, plan, isStale, isApplied }: ImportProps) {
  const { priceImport: words, models } = page.words.console;
  return (
    <ConsolePage page={page} part="models" title={words.title} isError={problem !== null || isStale}>
      <p className="ui-crumb">
        <a href={consoleUrl('models')}>{models.title}</a>
      </p>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      {isApplied && (
        <div role="status">
          <Callout kind="tip" word={words.applied}>
            <p>{words.appliedLead}</p>
          </Callout>
        </div>
      )}
      {isStale && (
        <div role="alert">
          <Callout kind="caution" word={words.stale}>
            <p>{words.staleLead}</p>
          </Callout>
        </div>
      )}
      {plan && <Planned page={page} fields={fields} named={plan} />}
      <FileForm page={page} fields={fields} problem={problem} isFirst={plan === null} />
    </ConsolePage>
  );
}

interface FormProps extends Pick<ImportProps, 'page' | 'fields' | 'problem'> {
  /** No plan is shown, which has the action of the page. */
  isFirst: boolean;
}

function FileForm({ page, fields, problem, isFirst }: FormProps) {
  const words = page.words.console.priceImport;
  const messages = { text: problem === null ? undefined : (problem.message ?? words.missing) };
  return (
    <form className="ui-sheet ui-fields" method="post" action={`${PRICE_IMPORT_URL}/plan`} noValidate>
      <CsrfField page={page} />
      <FormErrors
        words={page.words.console}
        messages={messages}
        labels={{ text: problem?.message ? words.says : words.text }}
      />
      <SelectField
        name="format"
        label={words.format}
        value={fields.format}
        options={[
          { value: 'csv', text: 'CSV' },
          { value: 'yaml', text: 'YAML' },
        ]}
      />
      <div hidden data-file-into="text" data-format="format">
        <FileField name="file" label={words.file} hint={words.fileHint} accept=".csv,.yaml,.yml,text/csv" />
      </div>
      <TextField
        name="text"
        label={words.text}
        hint={words.textHint}
        value={fields.text}
        error={messages.text}
        rows={12}
        autoComplete="off"
        isCode
      />
      <div className="ui-buttons">
        <Button kind={isFirst ? 'primary' : 'secondary'}>{words.plan}</Button>
      </div>
    </form>
  );
}

function Planned({ page, fields, named }: { page: PageContext; fields: ImportFields; named: NamedPlan }) {
  const words = page.words.console.priceImport;
  const { plan, names } = named;
  if (plan.changes.length === 0) return <p className="ui-lead">{words.nothing}</p>;
  return (
    <>
      <Part id="plan" title={words.planned}>
        <Changes page={page} changes={plan.changes} />
      </Part>
      <Part id="effect" title={words.effect}>
        <p className="ui-hint">{plan.effect.length === 0 ? words.noEffect : words.effectLead}</p>
        {plan.effect.length > 0 && <Effect page={page} effect={plan.effect} names={names} />}
      </Part>
      <form className="ui-fields ui-console-form" method="post" action={`${PRICE_IMPORT_URL}/apply`}>
        <CsrfField page={page} />
        <input type="hidden" name="format" value={fields.format} />
        <input type="hidden" name="text" value={fields.text} />
        <input type="hidden" name="plan_id" value={plan.plan_id} />
        <p>{words.applyLead}</p>
        <div className="ui-buttons">
          <Button>{words.apply}</Button>
        </div>
      </form>
    </>
  );
}

function Changes({ page, changes }: { page: PageContext; changes: PriceChangeView[] }) {
  const words = page.words.console.priceImport;
  const price = (unit: PriceChangeView['to']) => (unit === null ? words.inherited : <Price cny={unit.price_cny} />);
  return (
    <Table
      label={words.planned}
      rows={changes}
      keyOf={({ path, effective_from }) => `${path} ${effective_from ?? ''}`}
      columns={[
        {
          name: words.change,
          cell: ({ path, action, to, from }) => (
            <>
              {words.actions[action]} <code>{path}</code> {(to ?? from)?.unit_name}
            </>
          ),
        },
        { name: words.was, isNumber: true, cell: ({ from }) => price(from) },
        { name: words.becomes, isNumber: true, cell: ({ to }) => price(to) },
        {
          name: words.difference,
          isNumber: true,
          cell: ({ from, to }) => from && to && percentText(from.price_cny, to.price_cny),
        },
        {
          name: words.starts,
          cell: ({ effective_from: from }) => (from === null ? words.atOnce : exactTime(new Date(from))),
        },
      ]}
    />
  );
}

interface EffectRow {
  key: string;
  name: string;
  was: string;
  would: string;
}

interface EffectProps {
  page: PageContext;
  effect: PriceEffectView[];
  names: NamedPlan['names'];
}

/** All customers first, then those for whom it changes most. */
function Effect({ page, effect, names }: EffectProps) {
  const words = page.words.console.priceImport;
  const sum = (cny: (item: PriceEffectView) => string) =>
    formatCny(effect.reduce((nano, item) => nano + checkedCny(cny(item)), 0n));
  const changeOf = ({ was, would }: EffectRow) => Math.abs(Number(would) - Number(was));
  const each = effect
    .map(({ customer_id: id, was_cny: was, would_be_cny: would }): EffectRow => ({
      key: id,
      name: names.get(id) ?? id,
      was,
      would,
    }))
    .toSorted((one, other) => changeOf(other) - changeOf(one));
  const all: EffectRow = {
    key: '',
    name: words.all,
    was: sum(({ was_cny }) => was_cny),
    would: sum(({ would_be_cny }) => would_be_cny),
  };
  return (
    <Table
      label={words.effect}
      rows={[all, ...each]}
      keyOf={({ key }) => key}
      columns={[
        {
          name: words.customer,
          cell: ({ key, name }) =>
            key === '' ? (
              <b>{name}</b>
            ) : (
              <a href={consoleUrl('customers', key)}>
                <PersonText text={name} />
              </a>
            ),
        },
        { name: words.charged, isNumber: true, cell: ({ was }) => <Sum cny={was} /> },
        { name: words.would, isNumber: true, cell: ({ would }) => <Sum cny={would} /> },
        {
          name: words.difference,
          isNumber: true,
          cell: ({ was, would }) => (
            <>
              <Sum cny={formatCny(checkedCny(would) - checkedCny(was))} /> {percentText(was, would)}
            </>
          ),
        },
      ]}
    />
  );
}

/** How much more or less it is. Of nothing, there is no percentage. */
export function percentText(from: string, to: string): string {
  const [before, after] = [Number(from), Number(to)];
  if (before === 0) return '';
  const percent = ((after - before) / before) * 100;
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent).toFixed(1)} %`;
}
