import { ButtonForm, LocalTime } from '@shipyard/pages';
import { PersonText, Table } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { FailedMail } from '../../mail';
import { ConsolePage } from '../console/console-page';
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
    <Table
      label={words.title}
      caption={words.order}
      rows={mails}
      keyOf={({ id }) => id}
      columns={[
        { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
        {
          name: words.to,
          cell: ({ handle }) => (
            <a href={`${consoleUrl('accounts')}?${new URLSearchParams({ q: handle }).toString()}`}>
              <PersonText text={handle} />
            </a>
          ),
        },
        { name: words.project, cell: ({ slug }) => slug && <a href={`/projects/${slug}`}>{slug}</a> },
        { name: words.ended, cell: ({ endedAt }) => <LocalTime page={page} time={endedAt} /> },
        {
          name: words.why,
          cell: ({ outcome, failure, attempts }) => (
            <>
              {words.outcomes[outcome]} {words.attempts(attempts)}
              {failure !== null && (
                <>
                  <br />
                  <code>{failure}</code>
                </>
              )}
            </>
          ),
        },
        {
          name: words.step,
          cell: (mail) => (mail.outcome === 'failed' ? <SendAgain page={page} mail={mail} /> : words.bouncedStep),
        },
      ]}
    />
  );
}

function SendAgain({ page, mail }: { page: PageContext; mail: FailedMail }) {
  const words = page.words.consoleMails;
  return (
    <ButtonForm page={page} action={consoleUrl('mails', mail.id, 'send')} kind="secondary" isBeside>
      {words.sendAgain(mail.handle)}
    </ButtonForm>
  );
}
