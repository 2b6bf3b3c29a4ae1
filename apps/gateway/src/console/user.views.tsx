import { CsrfField, LocalTime } from '@shipyard/pages';
import { Button, Callout, PersonText } from '@shipyard/ui';
import type { ConsoleUserView } from '../operators';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';

interface UserProps {
  page: PageContext;
  user: ConsoleUserView;
  /** The user looks at this page. */
  isOwn: boolean;
  /** The user was not removed, because no other owner is left. */
  isLastOwner: boolean;
}

/** One user of the console, who can be removed. */
export function UserPage({ page, user, isOwn, isLastOwner }: UserProps) {
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
      <Part id="remove" title={words.remove}>
        <p>
          <PersonText text={words.removeLead(user.email)} /> {isOwn && words.removeOwn}
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
