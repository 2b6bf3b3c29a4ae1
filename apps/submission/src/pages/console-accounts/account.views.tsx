import type { HttpError } from '@shipyard/http';
import { CopyButton, CsrfField, LocalTime, Refusal } from '@shipyard/pages';
import { Button, CheckField, Field, LinkButton, PersonText } from '@shipyard/ui';
import type { ReactNode } from 'react';
import { type Caller, type StaffAccountView, STAFF_ROLES } from '../../accounts';
import type { PageContext } from '../page-context';
import { ConsolePage } from '../console/console-page';
import { type AccountsFilter, accountsUrl } from './accounts-address';
import { rolesText } from './accounts.views';
import { refusalText } from './refusal-text';

interface AccountProps {
  page: PageContext;
  caller: Caller;
  account: StaffAccountView;
  filter: AccountsFilter;
  refusal?: HttpError;
  isBirthDateWrong?: boolean;
}

export function AccountPage(props: AccountProps) {
  const { page, caller, account, filter, refusal, isBirthDateWrong = false } = props;
  const words = page.words.consoleAccounts;
  const isError = refusal !== undefined || isBirthDateWrong;
  return (
    <ConsolePage page={page} caller={caller} part="accounts" title={`@${account.handle}`} isError={isError}>
      <div className="ui-column">
        <p>
          <a href={accountsUrl(filter)}>{words.backToList}</a>
        </p>
        <h1 className="ui-title">
          <PersonText text={account.display_name} />
        </h1>
        {refusal && <Refusal page={page} title={words.refused} message={refusalText(page.words, refusal)} />}
        <Facts {...props} />
        <p className="ui-hint">{words.factor}</p>
        <RolesForm {...props} />
        <ConfirmForms {...props} />
        <BirthDateForm {...props} />
        <LinkForm {...props} />
        <SuspensionForm {...props} />
      </div>
    </ConsolePage>
  );
}

function Facts({ page, account }: AccountProps) {
  const words = page.words.consoleAccounts;
  return (
    <dl className="ui-console-facts">
      <dt>{words.handle}</dt>
      <dd>
        <a href={`/creators/${account.handle}`}>@{account.handle}</a>
      </dd>
      <dt>{words.email}</dt>
      <dd>
        <PersonText text={account.email} />
      </dd>
      <dt>{words.language}</dt>
      <dd>{words.languages[account.locale]}</dd>
      <dt>{words.age}</dt>
      <dd>{ageText(page, account.minor)}</dd>
      <dt>{words.joined}</dt>
      <dd>
        <LocalTime page={page} time={new Date(account.created_at)} />
      </dd>
      <dt>{words.standing}</dt>
      <dd>{account.suspended ? words.suspended : words.active}</dd>
      <dt>{words.roles}</dt>
      <dd>
        {account.staff_roles.length === 0 ? rolesText(page, account) : <StaffRoles page={page} account={account} />}
      </dd>
    </dl>
  );
}

function ageText({ words }: PageContext, minor: boolean | null): string {
  const { ages } = words.consoleAccounts;
  if (minor === null) return ages.unknown;
  return minor ? ages.minor : ages.adult;
}

const StaffRoles = ({ page, account }: Pick<AccountProps, 'page' | 'account'>) => {
  const words = page.words.consoleAccounts;
  return account.staff_roles.map(({ role, granted_by: by, granted_at: at, opens_addresses_at: opensAt }) => (
    <p key={role}>
      {words.roleNames[role]}, {by === null ? words.grantedUnseen : words.grantedBy(by)}{' '}
      <LocalTime page={page} time={new Date(at)} />
      {isWaiting(opensAt) && (
        <>
          {', '}
          {words.opensAt} <LocalTime page={page} time={new Date(opensAt)} />
        </>
      )}
    </p>
  ));
};

const isWaiting = (opensAt: string | null): opensAt is string => opensAt !== null && Date.parse(opensAt) > Date.now();

interface StepProps extends Pick<AccountProps, 'page' | 'account' | 'filter'> {
  step: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** A form that says, above it, what it means for whom. */
function Step({ page, account, filter, step, title, lead, children }: StepProps) {
  return (
    <section className="ui-section">
      <h2 className="ui-section-title">{title}</h2>
      <p className="ui-text">{lead}</p>
      <form className="ui-fields" method="post" action={accountsUrl(filter, account.id, step)} noValidate>
        <CsrfField page={page} />
        {children}
      </form>
    </section>
  );
}

function RolesForm(props: AccountProps) {
  const { page, account } = props;
  const words = page.words.consoleAccounts;
  const { title, lead, means, save } = words.change;
  return (
    <Step {...props} step="roles" title={title} lead={lead(account.handle)}>
      {STAFF_ROLES.map((role) => (
        <CheckField
          key={role}
          name={role}
          label={words.roleNames[role]}
          hint={means[role]}
          isChecked={account.roles.includes(role)}
        />
      ))}
      <div className="ui-buttons">
        <Button kind="secondary">{save(account.handle)}</Button>
      </div>
    </Step>
  );
}

/** Who granted a role, or has it, sees no button: another admin confirms. */
function ConfirmForms(props: AccountProps) {
  const { page, caller, account } = props;
  const words = page.words.consoleAccounts;
  const waiting = account.staff_roles.filter(
    ({ granted_by: by, opens_addresses_at: opensAt }) => isWaiting(opensAt) && by !== caller.handle,
  );
  if (waiting.length === 0 || account.id === caller.accountId) return null;
  return (
    <Step {...props} step="confirm-role" title={words.confirm.title} lead={words.confirm.lead}>
      <div className="ui-buttons">
        {waiting.map(({ role }) => (
          <Button key={role} kind="secondary" choice={{ name: 'role', value: role }}>
            {words.confirm.confirm(words.roleNames[role])}
          </Button>
        ))}
      </div>
    </Step>
  );
}

function BirthDateForm(props: AccountProps) {
  const { page, account, isBirthDateWrong } = props;
  const words = page.words.consoleAccounts.birthDate;
  return (
    <Step {...props} step="birth-date" title={words.title} lead={words.lead(account.handle)}>
      <Field
        name="birth_date"
        type="date"
        label={words.label}
        error={isBirthDateWrong ? words.wrong : undefined}
        autoComplete="off"
        isRequired
      />
      <div className="ui-buttons">
        <Button kind="secondary">{words.save(account.handle)}</Button>
      </div>
    </Step>
  );
}

function LinkForm(props: AccountProps) {
  const { page, account } = props;
  const { link } = page.words.consoleAccounts;
  if (account.suspended) return null;
  return (
    <Step {...props} step="reset-link" title={link.title} lead={link.lead(account.handle)}>
      <div className="ui-buttons">
        <Button kind="danger">{link.make(account.handle)}</Button>
      </div>
    </Step>
  );
}

function SuspensionForm(props: AccountProps) {
  const { page, account } = props;
  const words = page.words.consoleAccounts.suspend;
  const { handle } = account;
  if (account.suspended)
    return (
      <Step {...props} step="lift" title={words.liftTitle} lead={words.liftLead(handle)}>
        <div className="ui-buttons">
          <Button kind="secondary">{words.lift(handle)}</Button>
        </div>
      </Step>
    );
  return (
    <Step {...props} step="suspend" title={words.title} lead={words.lead(handle)}>
      <div className="ui-buttons">
        <Button kind="danger">{words.suspend(handle)}</Button>
      </div>
    </Step>
  );
}

interface LinkProps {
  page: PageContext;
  caller: Caller;
  back: string;
  link: { url: string; expires_at: string };
}

/** The only page that shows the link. Its own address does not hold it. */
export function ResetLinkPage({ page, caller, back, link }: LinkProps) {
  const words = page.words.consoleAccounts.link;
  return (
    <ConsolePage page={page} caller={caller} part="accounts" title={words.madeTitle}>
      <div className="ui-column">
        <h1 className="ui-title">{words.madeTitle}</h1>
        <p className="ui-lead">{words.madeLead}</p>
        <p className="ui-text">
          <code id="reset-link">{link.url}</code> <CopyButton of="reset-link">{words.copy}</CopyButton>
        </p>
        <p className="ui-text">
          {words.until} <LocalTime page={page} time={new Date(link.expires_at)} />
        </p>
        <div className="ui-buttons">
          <LinkButton kind="secondary" href={back}>
            {words.back}
          </LinkButton>
        </div>
      </div>
    </ConsolePage>
  );
}
