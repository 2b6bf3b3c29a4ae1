import { Icon, LinkButton, Table } from '@shipyard/ui';
import type { ModelRecordView } from '../models';
import type { PageContext } from '../pages';
import { nameIn } from '../products';
import { ConsolePage } from './console-page';
import { consoleUrl, newRecordUrl, PRICE_IMPORT_URL } from './console-parts';
import { ListLinks } from './list-links';

interface ModelsProps {
  page: PageContext;
  items: ModelRecordView[];
  next: string | null;
  isFirst: boolean;
}

/** What we sell, by name. */
export function ModelsPage({ page, items, next, isFirst }: ModelsProps) {
  const words = page.words.console.models;
  return (
    <ConsolePage page={page} part="models" title={words.title}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        {page.session?.role !== 'viewer' && (
          <p className="ui-buttons">
            <LinkButton kind="secondary" href={PRICE_IMPORT_URL}>
              {page.words.console.priceImport.link}
            </LinkButton>
            <LinkButton href={newRecordUrl('models')}>{page.words.console.newRecord.models.link}</LinkButton>
          </p>
        )}
      </div>
      {items.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { name: words.model, cell: ({ id }) => <a href={consoleUrl('models', id)}>{id}</a> },
            { name: words.state, cell: (model) => <ModelState page={page} model={model} /> },
            { name: words.product, cell: ({ product }) => nameIn(page.language, product) },
            { name: words.shownAs, cell: ({ display_name }) => display_name },
            { name: words.ownedBy, cell: ({ owned_by }) => owned_by },
          ]}
        />
      )}
      <ListLinks page={page} url={consoleUrl('models')} isFirst={isFirst} next={next} words={words} />
    </ConsolePage>
  );
}

export function ModelState({ page, model }: { page: PageContext; model: ModelRecordView }) {
  const words = page.words.console.models;
  return (
    <span className={`ui-state ui-tone-${model.active ? 'ok' : 'note'}`}>
      <Icon name={model.active ? 'tip' : 'note'} /> {model.active ? words.active : words.inactive}
    </span>
  );
}
