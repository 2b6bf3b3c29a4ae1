import { LocalTime } from '@shipyard/pages';
import { type Column, grouped, Icon, LinkButton, PersonText, sumText, Table } from '@shipyard/ui';
import type { KeyView, Scope } from '../keys';
import { listed, type PageContext } from '../pages';
import { nameIn } from '../products';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { type KeyFacts, USAGE_DAYS } from './key-facts.query';
import { ListLinks, withQuery } from './list-links';
import { Share } from './share';

interface KeysProps {
  page: PageContext;
  items: KeyFacts[];
  next: string | null;
  isFirst: boolean;
  /** Whose keys these are. Null: everybody's. */
  customer: { id: string; name: string } | null;
}

/** Who may do what, newest first. */
export function KeysPage({ page, items, next, isFirst, customer }: KeysProps) {
  const words = page.words.console.keys;
  return (
    <ConsolePage page={page} part="keys" title={words.title}>
      {customer && (
        <p className="ui-crumb">
          <a href={consoleUrl('keys')}>{words.all}</a>
        </p>
      )}
      <div className="ui-spread">
        <h1 className="ui-title">{customer ? <PersonText text={words.ofCustomer(customer.name)} /> : words.title}</h1>
        {page.session?.role !== 'viewer' && (
          <LinkButton href={withQuery(`${consoleUrl('keys')}/new`, { customer_id: customer?.id })}>
            {words.make}
          </LinkButton>
        )}
      </div>
      <p className="ui-hint">{words.lead}</p>
      {items.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          caption={words.order}
          rows={items}
          keyOf={({ key }) => key.id}
          columns={columnsOf(page)}
        />
      )}
      <ListLinks
        page={page}
        url={consoleUrl('keys')}
        query={{ customer_id: customer?.id }}
        isFirst={isFirst}
        next={next}
      />
    </ConsolePage>
  );
}

function columnsOf(page: PageContext): Column<KeyFacts>[] {
  const words = page.words.console.keys;
  return [
    {
      name: words.name,
      cell: ({ key }) => (
        <>
          <a href={consoleUrl('keys', key.id)}>
            <PersonText text={key.name} />
          </a>{' '}
          <code className="ui-key-end">…{key.last4}</code>
        </>
      ),
    },
    {
      name: words.customer,
      cell: ({ customer }) => (
        <a href={consoleUrl('customers', customer.id)}>
          <PersonText text={customer.name} />
        </a>
      ),
    },
    { name: words.scopes, cell: ({ key }) => scopesText(page, key.scopes) },
    {
      name: words.models,
      cell: ({ key }) => (key.models === null ? words.allModels : listed(page.language, key.models)),
    },
    { name: words.limits, cell: ({ key }) => limitsText(page, key) },
    { name: words.budget, cell: (facts) => <BudgetUse page={page} facts={facts} /> },
    { name: words.ends, cell: ({ key }) => <EndOf page={page} keyView={key} /> },
    { name: words.lastUsed, cell: ({ lastDay }) => lastDay ?? words.notUsed(USAGE_DAYS) },
  ];
}

export function scopesText({ language, words }: PageContext, scopes: readonly Scope[]): string {
  return listed(
    language,
    scopes.map((scope) => scopeText(language, words, scope)),
  );
}

export const scopeText = (language: PageContext['language'], words: PageContext['words'], scope: Scope): string =>
  scope === 'keys' ? words.console.keys.ownKeys : nameIn(language, scope);

export function limitsText(page: PageContext, { rpm, tpm, max_concurrency }: KeyView): string {
  const words = page.words.console.keys;
  const said = [
    ...(rpm === null ? [] : [words.rpmShort(grouped(String(rpm)))]),
    ...(tpm === null ? [] : [words.tpmShort(grouped(String(tpm)))]),
    ...(max_concurrency === null ? [] : [words.concurrencyShort(grouped(String(max_concurrency)))]),
  ];
  return said.length === 0 ? words.noLimits : listed(page.language, said);
}

export function BudgetUse({ page, facts: { key, used } }: { page: PageContext; facts: KeyFacts }) {
  const words = page.words.console.keys;
  if (!key.budget || !used) return words.noBudget;
  const text = words.budgetSays(sumText(used.cny), sumText(key.budget.amount_cny), words.periodOf[key.budget.period]);
  return (
    <>
      <Share percent={Math.min(used.percent, 100)} /> {text}
    </>
  );
}

export function EndOf({ page, keyView: { revoked_at, expires_at } }: { page: PageContext; keyView: KeyView }) {
  const words = page.words.console.keys;
  if (revoked_at !== null)
    return (
      <>
        <span className="ui-tone-stop ui-state">
          <Icon name="caution" /> {words.revoked}
        </span>{' '}
        <LocalTime page={page} time={new Date(revoked_at)} />
      </>
    );
  if (expires_at === null) return words.never;
  const isOver = Date.parse(expires_at) <= Date.now();
  return (
    <>
      {isOver && `${words.ended} `}
      <LocalTime page={page} time={new Date(expires_at)} />
    </>
  );
}
