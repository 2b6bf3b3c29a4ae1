import { LocalTime } from '@shipyard/pages';
import { Button, CheckField, Field, Pager, PersonText, Table } from '@shipyard/ui';
import type { Caller, StaffAccountView } from '../../accounts';
import type { PageContext } from '../page-context';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { type AccountsFilter, accountsUrl } from './accounts-address';

interface ListProps {
  page: PageContext;
  filter: AccountsFilter;
  accounts: StaffAccountView[];
  hasMore: boolean;
}

export function AccountsPage({ caller, ...list }: ListProps & { caller: Caller }) {
  const { page, accounts } = list;
  const words = page.words.consoleAccounts;
  return (
    <ConsolePage page={page} caller={caller} part="accounts" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <Filters {...list} />
      {accounts.length === 0 ? <Nothing {...list} /> : <Rows {...list} />}
      <Places {...list} />
    </ConsolePage>
  );
}

function Filters({ page, filter }: ListProps) {
  const words = page.words.consoleAccounts;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('accounts')} role="search">
      <Field name="q" type="search" label={words.search} value={filter.q} autoComplete="off" isCode />
      <CheckField name="unknown" label={words.unknownOnly} isChecked={filter.isUnknownOnly} />
      <Button kind="secondary">{words.show}</Button>
    </form>
  );
}

function Nothing({ page, filter: { q, isUnknownOnly, after } }: ListProps) {
  const words = page.words.consoleAccounts;
  const isFiltered = q !== '' || isUnknownOnly || after !== null;
  return (
    <p className="ui-lead">
      {isFiltered ? words.noneLikeThat : words.none}{' '}
      {isFiltered && <a href={consoleUrl('accounts')}>{words.showAll}</a>}
    </p>
  );
}

function Rows({ page, filter, accounts }: ListProps) {
  const words = page.words.consoleAccounts;
  return (
    <Table
      label={words.title}
      caption={words.order}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.handle,
          cell: ({ id, handle }) => (
            <a href={accountsUrl(filter, id)}>
              <PersonText text={handle} />
            </a>
          ),
        },
        { name: words.name, cell: ({ display_name: name }) => <PersonText text={name} /> },
        { name: words.email, cell: ({ email }) => <PersonText text={email} /> },
        { name: words.roles, cell: (account) => rolesText(page, account) },
        {
          name: words.standing,
          cell: ({ suspended, minor }) => (
            <>
              {suspended ? words.suspended : words.active}
              {minor === null && <span className="ui-second"> {words.ages.unknown}</span>}
            </>
          ),
        },
        { name: words.joined, cell: ({ created_at: at }) => <LocalTime page={page} time={new Date(at)} /> },
      ]}
    />
  );
}

export function rolesText({ words }: PageContext, { roles }: Pick<StaffAccountView, 'roles'>): string {
  const { roleNames, noRoles } = words.consoleAccounts;
  const names = roles.flatMap((role) => (role === 'participant' ? [] : [roleNames[role]]));
  return names.length === 0 ? noRoles : names.join(words.console.entrance.between);
}

function Places({ page, filter, accounts, hasMore }: ListProps) {
  const words = page.words.consoleAccounts;
  const last = accounts.at(-1);
  if (filter.after === null && !hasMore) return null;
  const at = (after: AccountsFilter['after']) => accountsUrl({ ...filter, after });
  return (
    <Pager
      label={words.places}
      range={page.words.consoleLists.accountsShown(accounts.length)}
      newer={{ text: page.words.consoleLists.toStart, href: filter.after && at(null) }}
      older={{
        text: words.after,
        href: last && hasMore ? at({ at: new Date(last.created_at), id: last.id }) : null,
      }}
    />
  );
}
