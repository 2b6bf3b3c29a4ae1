import { CsrfField, exactTime, LocalTime } from '@shipyard/pages';
import { Button, Callout, Field, grouped, LinkButton, PersonText, Table } from '@shipyard/ui';
import { LEDGER_FILE_HOURS, type LedgerFileView } from '../ledger-files';
import { hasRole } from '../operators';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, LEDGER_FILES_URL, ledgerFileUrl } from './console-parts';
import type { LedgerFields } from './ledger-address';
import { ListLinks, withQuery } from './list-links';

interface FilesProps {
  page: PageContext;
  /** The filters of the ledger page from which the operator came. */
  fields: LedgerFields;
  /** The id of the file that the form asks for. */
  newId: string;
  items: LedgerFileView[];
  next: string | null;
  isFirst: boolean;
}

/** Files that the worker writes, newest first, and a form that asks for one. */
export function LedgerFilesPage({ page, fields, newId, items, next, isFirst }: FilesProps) {
  const { ledgerFiles: words, ledger } = page.words.console;
  const mayAsk = page.session !== null && hasRole(page.session, 'operator');
  return (
    <ConsolePage page={page} part="ledger" title={words.title}>
      <p className="ui-crumb">
        <a href={withQuery(consoleUrl('ledger'), fields)}>{ledger.title}</a>
      </p>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead(LEDGER_FILE_HOURS)}</p>
      {mayAsk && <AskForm page={page} fields={fields} newId={newId} />}
      <p>
        <a href={withQuery('/admin/ledger', { ...fields, format: 'csv' })}>{words.atOnce}</a> {words.atOnceLead}
      </p>
      <Part id="files" title={words.files}>
        {items.length === 0 ? <p>{words.none}</p> : <Files page={page} items={items} />}
        <ListLinks page={page} url={LEDGER_FILES_URL} isFirst={isFirst} next={next} />
      </Part>
    </ConsolePage>
  );
}

function AskForm({ page, fields, newId }: Pick<FilesProps, 'page' | 'fields' | 'newId'>) {
  const { ledgerFiles: words, ledger, requests } = page.words.console;
  return (
    <form className="ui-sheet ui-fields ui-console-form" method="post" action={LEDGER_FILES_URL}>
      <CsrfField page={page} />
      <input type="hidden" name="id" value={newId} />
      <Field name="from" type="date" label={ledger.from} hint={words.fromHint} value={fields.from} />
      <Field name="to" type="date" label={ledger.to} hint={words.toHint} value={fields.to} />
      <Field name="customer_id" label={requests.customer} value={fields.customer_id} autoComplete="off" isCode />
      <Field name="request_id" label={requests.id} value={fields.request_id} autoComplete="off" isCode />
      <div className="ui-buttons">
        <Button>{words.ask}</Button>
      </div>
    </form>
  );
}

function Files({ page, items }: Pick<FilesProps, 'page' | 'items'>) {
  const words = page.words.console.ledgerFiles;
  return (
    <Table
      label={words.files}
      caption={words.order}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.asked,
          cell: ({ id, created_at }) => <a href={ledgerFileUrl(id)}>{exactTime(new Date(created_at))}</a>,
        },
        { name: words.by, cell: ({ asked_by }) => <PersonText text={asked_by} /> },
        { name: words.range, cell: (file) => <Range page={page} file={file} /> },
        { name: words.state, cell: (file) => stateOf(page, file) },
        { name: words.rows, isNumber: true, cell: ({ rows }) => grouped(String(rows)) },
      ]}
    />
  );
}

const stateOf = ({ words: { console: words } }: PageContext, { status, percent }: LedgerFileView): string =>
  status === 'running' ? words.ledgerFiles.written(percent) : words.ledgerFiles.states[status];

function Range({ page, file }: { page: PageContext; file: LedgerFileView }) {
  const words = page.words.console.ledgerFiles;
  return (
    <>
      {file.from === null ? words.fromFirst : exactTime(new Date(file.from))} – {exactTime(new Date(file.to))}
      {file.customer_id !== null && (
        <>
          {' '}
          <code>{file.customer_id}</code>
        </>
      )}
      {file.request_id !== null && (
        <>
          {' '}
          <code>{file.request_id}</code>
        </>
      )}
    </>
  );
}

/** How far one file is. Without a script, the page loads itself anew until the file is whole. */
export function LedgerFilePage({ page, file }: { page: PageContext; file: LedgerFileView }) {
  const { ledgerFiles: words, ledger } = page.words.console;
  const isWhole = file.status === 'succeeded';
  return (
    <ConsolePage page={page} part="ledger" title={words.one}>
      <p className="ui-crumb">
        <a href={consoleUrl('ledger')}>{ledger.title}</a> / <a href={LEDGER_FILES_URL}>{words.title}</a>
      </p>
      <h1 className="ui-title">{isWhole ? words.ready : words.one}</h1>
      {isWhole ? (
        <>
          <p className="ui-buttons">
            <LinkButton href={`/admin/ledger-files/${file.id}.csv`}>{words.download}</LinkButton>
          </p>
          <p className="ui-hint">{words.columns}</p>
        </>
      ) : (
        <div role="status">
          <Callout kind="note" word={stateOf(page, file)}>
            <p>{words.wait}</p>
            <progress className="ui-progress" max={100} value={file.percent} aria-label={words.state} />
          </Callout>
        </div>
      )}
      <dl className="ui-console-facts">
        <dt>{words.rows}</dt>
        <dd>{grouped(String(file.rows))}</dd>
        <dt>{words.size}</dt>
        <dd>{words.bytes(grouped(String(file.bytes)))}</dd>
        <dt>{words.range}</dt>
        <dd>
          <Range page={page} file={file} />
        </dd>
        <dt>{words.by}</dt>
        <dd>
          <PersonText text={file.asked_by} />
        </dd>
        <dt>{words.asked}</dt>
        <dd>
          <LocalTime page={page} time={new Date(file.created_at)} />
        </dd>
        <dt>{words.expires}</dt>
        <dd>
          <LocalTime page={page} time={new Date(file.expires_at)} />
        </dd>
      </dl>
    </ConsolePage>
  );
}
