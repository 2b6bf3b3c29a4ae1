import { Icon, LinkButton, Table } from '@shipyard/ui';
import type { PageContext } from '../pages';
import type { SupplierView } from '../suppliers';
import { ConsolePage } from './console-page';
import { consoleUrl, newRecordUrl } from './console-parts';
import { ListLinks } from './list-links';

interface SuppliersProps {
  page: PageContext;
  items: SupplierView[];
  /** How many routes use each. */
  routes: ReadonlyMap<string, number>;
  next: string | null;
  isFirst: boolean;
}

/** Whom we buy from, by name. */
export function SuppliersPage({ page, items, routes, next, isFirst }: SuppliersProps) {
  const words = page.words.console.suppliers;
  return (
    <ConsolePage page={page} part="suppliers" title={words.title}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        {page.session?.role !== 'viewer' && (
          <LinkButton href={newRecordUrl('suppliers')}>{page.words.console.newRecord.suppliers.link}</LinkButton>
        )}
      </div>
      <p className="ui-hint">{words.lead}</p>
      {items.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { name: words.id, cell: ({ id }) => <a href={consoleUrl('suppliers', id)}>{id}</a> },
            { name: page.words.console.overview.state, cell: (supplier) => <Served page={page} supplier={supplier} /> },
            { name: words.kind, cell: ({ kind }) => <code>{kind}</code> },
            { name: words.url, cell: ({ base_url }) => (base_url === null ? words.usualUrl : <code>{base_url}</code>) },
            { name: words.keys, cell: ({ api_keys }) => <KeyCount page={page} keys={api_keys} /> },
            { name: words.usedBy, isNumber: true, cell: ({ id }) => routes.get(id) ?? 0 },
          ]}
        />
      )}
      <ListLinks
        page={page}
        url={consoleUrl('suppliers')}
        isFirst={isFirst}
        next={next}
        words={{ first: words.first, more: words.moreRows }}
      />
    </ConsolePage>
  );
}

export function Served({ page, supplier }: { page: PageContext; supplier: SupplierView }) {
  const words = page.words.console.suppliers;
  return (
    <span className={`ui-state ui-tone-${supplier.available ? 'ok' : 'note'}`}>
      <Icon name={supplier.available ? 'tip' : 'note'} /> {supplier.available ? words.available : words.unavailable}
    </span>
  );
}

function KeyCount({ page, keys }: { page: PageContext; keys: SupplierView['api_keys'] }) {
  const words = page.words.console.suppliers;
  if (keys.length === 0) return '–';
  const resting = keys.filter(({ rests_until }) => rests_until !== null).length;
  const tone = resting === 0 ? 'ok' : resting === keys.length ? 'stop' : 'wait';
  return (
    <span className={`ui-state ui-tone-${tone}`}>
      <Icon name={resting === 0 ? 'tip' : 'warning'} /> {words.keysOf(keys.length, resting)}
    </span>
  );
}
