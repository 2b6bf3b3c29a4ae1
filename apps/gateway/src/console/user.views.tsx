import { ButtonForm, CsrfField, exactTime, LocalTime } from '@shipyard/pages';
import { Button, Callout, ChoiceField, PersonText, Table } from '@shipyard/ui';
import { ADMIN_ROLES, type ConsoleSessionView, type ConsoleUserView, type TotpAnswer } from '../operators';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, SECOND_FACTOR_URL } from './console-parts';

export const USER_CHANGES = ['changed', 'ended', 'resetDone'] as const;

interface UserProps {
  page: PageContext;
  user: ConsoleUserView;
  totp: TotpAnswer['totp'];
  sessions: ConsoleSessionView[];
  /** The user has more sessions than are shown. */
  hasMore: boolean;
  /** The user looks at this page. */
  isOwn: boolean;
  /** Nothing was changed, because no other owner is left. */
  isLastOwner: boolean;
  news: (typeof USER_CHANGES)[number] | null;
}

/** One user of the console: what the user may do, how the user gets in, and the end of it. */
export function UserPage(props: UserProps) {
  const { page, user, isLastOwner } = props;
  const { users: words, frame } = page.words.console;
  return (
    <ConsolePage page={page} part="users" title={user.email} isError={isLastOwner}>
      <p className="ui-crumb">
        <a href={consoleUrl('users')}>{words.title}</a>
      </p>
      <h1 className="ui-title ui-code-title">
        <PersonText text={user.email} />
      </h1>
      {isLastOwner && (
        <div role="alert">
          <Callout kind="caution" word={words.lastOwner}>
            <p>{words.lastOwnerLead}</p>
          </Callout>
        </div>
      )}
      <News {...props} />
      <dl className="ui-console-facts">
        <dt>{words.role}</dt>
        <dd>
          {frame.roles[user.role]} · {words.roles[user.role]}
        </dd>
        <dt>{words.since}</dt>
        <dd>
          <LocalTime page={page} time={new Date(user.created_at)} />
        </dd>
      </dl>
      <Role {...props} />
      <SessionsOf {...props} />
      <SecondFactorOf {...props} />
      <Part id="remove" title={words.remove}>
        <p>
          <PersonText text={words.removeLead(user.email)} /> {props.isOwn && words.removeOwn}
        </p>
        <p className="ui-hint">{words.removeWhy}</p>
        <form method="post" action={consoleUrl('users', user.id, 'remove')}>
          <CsrfField page={page} />
          <div className="ui-buttons">
            <Button kind="danger">
              <PersonText text={words.removeSend(user.email)} />
            </Button>
            <a href={consoleUrl('audit')}>{words.audit}</a>
          </div>
        </form>
      </Part>
    </ConsolePage>
  );
}

function News({ page, news, user }: UserProps) {
  const { users: words, frame } = page.words.console;
  if (news === null) return null;
  const lead = {
    changed: words.changedLead(frame.roles[user.role]),
    ended: words.endedLead,
    resetDone: words.resetDoneLead,
  };
  return (
    <div role="status">
      <Callout kind="tip" word={words[news]}>
        <p>{lead[news]}</p>
      </Callout>
    </div>
  );
}

function Role({ page, user, isOwn }: UserProps) {
  const { users: words, frame } = page.words.console;
  return (
    <Part id="role-part" title={words.change}>
      <p>
        <PersonText text={words.changeLead(user.email)} /> {isOwn && words.changeOwn}
      </p>
      <form className="ui-sheet ui-fields ui-console-form" method="post" action={consoleUrl('users', user.id, 'role')}>
        <CsrfField page={page} />
        <ChoiceField
          name="role"
          label={words.role}
          value={user.role}
          choices={ADMIN_ROLES.map((value) => ({ value, text: frame.roles[value], hint: words.roles[value] }))}
        />
        <div className="ui-buttons">
          <Button>{words.change}</Button>
        </div>
      </form>
    </Part>
  );
}

function SessionsOf({ page, user, sessions, hasMore, isOwn }: UserProps) {
  const words = page.words.console.users;
  if (sessions.length === 0)
    return (
      <Part id="sessions" title={words.sessions}>
        <p>{words.noSessions}</p>
      </Part>
    );
  return (
    <Part id="sessions" title={words.sessions}>
      <Table
        label={words.sessions}
        caption={words.order}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.loggedIn,
            cell: ({ created_at, current }) => (
              <>
                {exactTime(new Date(created_at))}
                {current && ` · ${words.thisSession}`}
              </>
            ),
          },
          { name: words.lastSeen, cell: ({ last_seen_at }) => exactTime(new Date(last_seen_at)) },
          { name: words.ends, cell: ({ expires_at }) => exactTime(new Date(expires_at)) },
        ]}
      />
      {hasMore && <p className="ui-hint">{words.moreSessions}</p>}
      <p>
        <PersonText text={words.endLead(user.email)} /> {isOwn && words.endOwn}
      </p>
      <ButtonForm page={page} action={consoleUrl('users', user.id, 'end-sessions')} kind="danger">
        <PersonText text={words.endSend(user.email)} />
      </ButtonForm>
    </Part>
  );
}

function SecondFactorOf({ page, user, totp, isOwn }: UserProps) {
  const { users: words, secondFactor } = page.words.console;
  return (
    <Part id="factor" title={words.factor}>
      <p>
        {totp.enabled_at === null ? (
          <>
            {words.factorOff} {totp.required && words.factorNeeded}
          </>
        ) : (
          <>
            {words.factorOn} <LocalTime page={page} time={new Date(totp.enabled_at)} /> ·{' '}
            {words.codesLeft(totp.recovery_codes_left)}
          </>
        )}
      </p>
      {isOwn && (
        <p>
          {words.resetOwn} <a href={SECOND_FACTOR_URL}>{secondFactor.title}</a>
        </p>
      )}
      {!isOwn && totp.enabled && (
        <>
          <p>
            <PersonText text={words.resetLead(user.email)} />
          </p>
          <ButtonForm page={page} action={consoleUrl('users', user.id, 'reset-factor')} kind="danger">
            <PersonText text={words.resetSend(user.email)} />
          </ButtonForm>
        </>
      )}
    </Part>
  );
}
