import { LocalTime } from '@shipyard/pages';
import { Button, Field, PersonText, SelectField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { AUDIT_SOURCES, type AuditTrailEntry } from '../../project-reads';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { type AuditFields, auditUrl, isAuditFiltered } from './audit-address';

interface AuditProps {
  page: PageContext;
  fields: AuditFields;
  entries: AuditTrailEntry[];
  hasMore: boolean;
}

export function AuditPage({ caller, ...list }: AuditProps & { caller: Caller }) {
  const { page, fields, entries, hasMore } = list;
  const words = page.words.consoleAudit;
  const last = entries.at(-1);
  return (
    <ConsolePage page={page} caller={caller} part="audit" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <Filters {...list} />
      {entries.length === 0 ? <Nothing {...list} /> : <Entries {...list} />}
      <p className="ui-buttons">
        {fields.after && <a href={auditUrl({ ...fields, after: null })}>{words.newest}</a>}
        {hasMore && last && (
          <a rel="next" href={auditUrl({ ...fields, after: { at: last.at, source: last.source, id: last.id } })}>
            {words.older}
          </a>
        )}
      </p>
    </ConsolePage>
  );
}

function Filters({ page, fields }: AuditProps) {
  const words = page.words.consoleAudit;
  const actions = Object.entries(actionWords(page));
  return (
    <form className="ui-filters" method="get" action={consoleUrl('audit')} role="search">
      <Field name="who" label={words.who} value={fields.who} autoComplete="off" isCode />
      <SelectField
        name="action"
        label={words.what}
        value={fields.action}
        options={[{ value: '', text: words.anything }, ...actions.map(([value, text]) => ({ value, text }))]}
      />
      <Field name="from" type="date" label={words.from} value={fields.from} />
      <Field name="to" type="date" label={words.to} value={fields.to} />
      <SelectField
        name="source"
        label={words.kind}
        value={fields.source ?? ''}
        options={[
          { value: '', text: words.anything },
          ...AUDIT_SOURCES.map((value) => ({ value, text: words.sources[value] })),
        ]}
      />
      <Field name="on" label={words.onWhat} hint={words.onWhatHint} value={fields.on} autoComplete="off" isCode />
      <Button kind="secondary">{words.show}</Button>
    </form>
  );
}

/** An action has one meaning, whatever it happened to. */
const actionWords = ({ words }: PageContext): Readonly<Record<string, string>> => ({
  ...words.consoleReviews.history.actions,
  ...words.consoleAudit.actions,
});

function Nothing({ page, fields }: AuditProps) {
  const words = page.words.consoleAudit;
  const isFiltered = isAuditFiltered(fields) || fields.after !== null;
  return (
    <p className="ui-lead">
      {isFiltered ? words.noneLikeThat : words.none} {isFiltered && <a href={consoleUrl('audit')}>{words.showAll}</a>}
    </p>
  );
}

function Entries({ page, entries }: AuditProps) {
  const words = page.words.consoleAudit;
  return (
    <div className="ui-table-box" role="region" aria-label={words.title} tabIndex={0}>
      <table className="ui-table">
        <caption>{words.order}</caption>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.who}</th>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.onWhat}</th>
            <th scope="col">{words.more}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={`${entry.source} ${entry.id}`} page={page} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ page, entry }: { page: PageContext; entry: AuditTrailEntry }) {
  const words = page.words.consoleAudit;
  const actor = entry.actor === null ? undefined : (words.services[entry.actor] ?? entry.actor);
  return (
    <tr>
      <td>
        <LocalTime page={page} time={entry.at} />
      </td>
      <td>{actor === undefined ? words.nobody : <PersonText text={actor} />}</td>
      <td>{actionWords(page)[entry.action] ?? <code>{entry.action}</code>}</td>
      <td>
        <SubjectLink page={page} entry={entry} />
      </td>
      <td>
        {entry.before !== null && entry.before !== entry.after && `${entry.before} → ${entry.after ?? ''} `}
        {entry.part !== null && <code>{entry.part}</code>}
        {entry.reason !== null && <PersonText text={entry.reason} />}
      </td>
    </tr>
  );
}

function SubjectLink({ page, entry: { source, subject } }: { page: PageContext; entry: AuditTrailEntry }) {
  const words = page.words.consoleAudit;
  if (subject === null) return words.gone;
  switch (source) {
    case 'projects':
      return <a href={`/projects/${subject}`}>{subject}</a>;
    case 'accounts':
      return <a href={`${consoleUrl('accounts')}?${new URLSearchParams({ q: subject }).toString()}`}>@{subject}</a>;
    case 'programs':
      return <a href={`/programs/${subject}`}>{subject}</a>;
  }
}
