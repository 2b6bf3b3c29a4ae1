import { exactTime } from '@shipyard/pages';
import { PersonText, Table } from '@shipyard/ui';
import type { ChangeView } from '../changes/change.view';
import type { PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks } from './list-links';

interface AuditProps {
  page: PageContext;
  items: ChangeView[];
  next: string | null;
  isFirst: boolean;
}

/** Who changed what, newest first. */
export function AuditPage({ page, items, next, isFirst }: AuditProps) {
  const { audit: words, requests } = page.words.console;
  return (
    <ConsolePage page={page} part="audit" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-hint">{words.lead}</p>
      {items.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          caption={requests.order}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { name: requests.when, cell: ({ created_at }) => exactTime(new Date(created_at)) },
            { name: words.who, cell: ({ actor }) => <PersonText text={actor.name} /> },
            { name: words.what, cell: ({ action }) => <code>{action}</code> },
            { name: words.subject, cell: ({ subject_id }) => <code>{subject_id}</code> },
            { name: words.changed, cell: (entry) => <Changed entry={entry} /> },
          ]}
        />
      )}
      <ListLinks page={page} url={consoleUrl('audit')} isFirst={isFirst} next={next} />
    </ConsolePage>
  );
}

const MOST_LETTERS = 200;

const said = (value: unknown) => {
  const text = value === undefined ? '–' : JSON.stringify(value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
};

/** The fields that differ. Secrets are never in the audit. */
function Changed({ entry: { before, after } }: { entry: ChangeView }) {
  const was = new Map<string, unknown>(Object.entries(before ?? {}));
  const is = new Map<string, unknown>(Object.entries(after ?? {}));
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  );
  return (
    <details>
      <summary>{names.length}</summary>
      {names.map((name) => (
        <div key={name}>
          <code>
            {name}: {said(was.get(name))} → {said(is.get(name))}
          </code>
        </div>
      ))}
    </details>
  );
}
