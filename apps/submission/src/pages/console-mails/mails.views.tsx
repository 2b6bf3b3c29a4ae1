import { LocalTime } from '@shipyard/pages';
import { Button, PersonText } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { FailedMail } from '../../mail';
import { ConsolePage, CsrfField } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { placeQuery } from '../console/place';
import type { PageContext } from '../page-context';

interface MailsProps {
  page: PageContext;
  mails: FailedMail[];
  hasMore: boolean;
  isFirst: boolean;
  notice: 'sent' | 'notSent' | null;
}

/** Neither the text of a mail, nor its links, nor the address stand here. */
export function MailsPage({ caller, ...list }: MailsProps & { caller: Caller }) {
  const { page, mails, hasMore, isFirst, notice } = list;
  const words = page.words.consoleMails;
  const last = mails.at(-1);
  return (
    <ConsolePage page={page} caller={caller} part="mails" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-text">{words.lead}</p>
      {notice !== null && <p role="status">{words[notice]}</p>}
      {mails.length === 0 ? <p className="ui-lead">{isFirst ? words.none : words.noMore}</p> : <Rows {...list} />}
      <p className="ui-buttons">
        {!isFirst && <a href={consoleUrl('mails')}>{words.newest}</a>}
        {hasMore && last && (
          <a rel="next" href={consoleUrl('mails') + placeQuery({ at: last.endedAt, id: last.id })}>
            {words.older}
          </a>
        )}
      </p>
    </ConsolePage>
  );
}

function Rows({ page, mails }: MailsProps) {
  const words = page.words.consoleMails;
  return (
    <div className="ui-table-box" role="region" aria-label={words.title} tabIndex={0}>
      <table className="ui-table">
        <caption>{words.order}</caption>
        <thead>
          <tr>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.to}</th>
            <th scope="col">{words.project}</th>
            <th scope="col">{words.ended}</th>
            <th scope="col">{words.why}</th>
            <th scope="col">{words.step}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <th scope="row" className="ui-table-name">
                {words.kinds[mail.kind]}
              </th>
              <td>
                <a href={`${consoleUrl('accounts')}?${new URLSearchParams({ q: mail.handle }).toString()}`}>
                  <PersonText text={mail.handle} />
                </a>
              </td>
              <td>{mail.slug && <a href={`/projects/${mail.slug}`}>{mail.slug}</a>}</td>
              <td>
                <LocalTime page={page} time={mail.endedAt} />
              </td>
              <td>
                {words.outcomes[mail.outcome]} {mail.failure !== null && <code>{mail.failure}</code>}{' '}
                {words.attempts(mail.attempts)}
              </td>
              <td>{mail.outcome === 'failed' ? <SendAgain page={page} mail={mail} /> : words.bouncedStep}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SendAgain({ page, mail }: { page: PageContext; mail: FailedMail }) {
  const words = page.words.consoleMails;
  return (
    <form method="post" action={consoleUrl('mails', mail.id, 'send')}>
      <CsrfField page={page} />
      <Button kind="secondary">{words.sendAgain(mail.handle)}</Button>
    </form>
  );
}
