import { LocalTime } from '@shipyard/pages';
import { Button, Field, PersonText, SelectField, Table } from '@shipyard/ui';
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
    <Table
      label={words.title}
      caption={words.order}
      rows={entries}
      keyOf={({ source, id }) => `${source} ${id}`}
      columns={[
        { name: words.when, cell: ({ at }) => <LocalTime page={page} time={at} /> },
        { name: words.who, cell: ({ actor }) => <Actor page={page} actor={actor} /> },
        { name: words.what, cell: ({ action }) => actionWords(page)[action] ?? <code>{action}</code> },
        { name: words.onWhat, cell: (entry) => <SubjectLink page={page} entry={entry} /> },
        { name: words.more, cell: more },
      ]}
    />
  );
}

function Actor({ page, actor }: { page: PageContext; actor: AuditTrailEntry['actor'] }) {
  const words = page.words.consoleAudit;
  return actor === null ? words.nobody : <PersonText text={words.services[actor] ?? actor} />;
}

const more = ({ before, after, part, reason }: AuditTrailEntry) => (
  <>
    {before !== null && before !== after && `${before} → ${after ?? ''} `}
    {part !== null && <code>{part}</code>} {reason !== null && <PersonText text={reason} />}
  </>
);

function SubjectLink({ page, entry: { source, action, subject } }: { page: PageContext; entry: AuditTrailEntry }) {
  const words = page.words.consoleAudit;
  // A list is nobody's.
  if (subject === null) return action === 'list_accounts' ? null : words.gone;
  switch (source) {
    case 'projects':
      return <a href={`/projects/${subject}`}>{subject}</a>;
    case 'accounts':
      return <a href={`${consoleUrl('accounts')}?${new URLSearchParams({ q: subject }).toString()}`}>@{subject}</a>;
    case 'programs':
      return <a href={`/programs/${subject}`}>{subject}</a>;
  }
}
