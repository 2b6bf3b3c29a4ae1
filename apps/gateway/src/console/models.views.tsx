import { Icon } from '@shipyard/ui';
import type { ModelRecordView } from '../models';
import type { PageContext } from '../pages';
import { nameIn } from '../products';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';

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
      <h1 className="ui-title">{words.title}</h1>
      {items.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <div className="ui-table-box" role="group" aria-label={words.title} tabIndex={0}>
          <table className="ui-table">
            <thead>
              <tr>
                {[words.model, words.state, words.product, words.shownAs, words.ownedBy].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((model) => (
                <tr key={model.id}>
                  <td>
                    <a href={consoleUrl('models', model.id)}>{model.id}</a>
                  </td>
                  <td>
                    <ModelState page={page} model={model} />
                  </td>
                  <td>{nameIn(page.language, model.product)}</td>
                  <td>{model.display_name}</td>
                  <td>{model.owned_by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="ui-buttons">
        {!isFirst && <a href={consoleUrl('models')}>{words.first}</a>}
        {next !== null && (
          <a rel="next" href={`${consoleUrl('models')}?after=${next}`}>
            {words.more}
          </a>
        )}
      </p>
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
