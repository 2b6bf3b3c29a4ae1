import { Icon, type IconName } from '@shipyard/ui';
import { CsrfField, type PageContext, Part } from '../pages';
import { Price } from './amounts';
import { consoleUrl } from './console-parts';
import type { ModelFacts, RouteFacts } from './model-facts.query';

interface RoutesProps {
  page: PageContext;
  facts: ModelFacts;
}

/** Who answers: asked from the top, and within one priority by share. */
export function ModelRoutes({ page, facts: { model, routes } }: RoutesProps) {
  const words = page.words.console.models;
  const mayChange = page.session?.role !== 'viewer';
  return (
    <Part id="who" title={words.who}>
      <p className="ui-hint">{routes.length === 0 ? words.noRoutes : words.whoLead}</p>
      {routes.length > 0 && (
        <div className="ui-table-box" role="group" aria-label={words.who} tabIndex={0}>
          <table className="ui-table">
            <thead>
              <tr>
                {[words.supplier, words.priority, words.share, words.costs, words.state].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {mayChange && <th scope="col">{words.used}</th>}
              </tr>
            </thead>
            <tbody>
              {routes.map((facts) => (
                <tr key={facts.route.id}>
                  <td>
                    <b>{facts.route.supplier_id}</b>
                    <br />
                    <code>{facts.route.upstream_model}</code>
                  </td>
                  <td className="ui-table-number">{facts.route.priority}</td>
                  <td className="ui-table-number">
                    <Share percent={facts.sharePercent} />
                  </td>
                  <td>
                    <Costs facts={facts} />
                  </td>
                  <td>
                    <State page={page} facts={facts} />
                  </td>
                  {mayChange && (
                    <td>
                      <Switch page={page} modelId={model.id} facts={facts} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Part>
  );
}

const WIDTH = 100;

const Share = ({ percent }: { percent: number }) => (
  <>
    <svg className="ui-share" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <rect className="ui-share-all" width={WIDTH} height="12" />
      <rect className="ui-share-own" width={(percent / 100) * WIDTH} height="12" />
    </svg>{' '}
    {Math.round(percent)} %
  </>
);

const Costs = ({ facts: { route } }: { facts: RouteFacts }) =>
  route.supplier_prices.map(({ unit_type, price_cny }) => (
    <div key={unit_type}>
      <code>{unit_type}</code> <Price cny={price_cny} />
    </div>
  ));

function State({ page, facts: { route, health } }: { page: PageContext; facts: RouteFacts }) {
  const { models: words, overview } = page.words.console;
  const [tone, icon, text]: [string, IconName, string] = !route.enabled
    ? ['note', 'note', words.off]
    : health === undefined
      ? ['wait', 'warning', words.unusable]
      : health.state === 'closed'
        ? ['ok', 'tip', overview.states.closed]
        : health.state === 'open'
          ? ['stop', 'caution', overview.states.open]
          : ['wait', 'warning', overview.states.half_open];
  return (
    <span className={`ui-state ui-tone-${tone}`}>
      <Icon name={icon} /> {text}
    </span>
  );
}

function Switch({ page, modelId, facts: { route } }: { page: PageContext; modelId: string; facts: RouteFacts }) {
  const words = page.words.console.models;
  return (
    <form method="post" action={consoleUrl('models', modelId, 'routes', route.id)}>
      <CsrfField page={page} />
      <input type="hidden" name="enabled" value={route.enabled ? 'no' : 'yes'} />
      <button className="ui-button ui-button-secondary" type="submit">
        {route.enabled ? words.switchOff : words.switchOn}
        <span className="ui-unseen"> {route.supplier_id}</span>
      </button>
    </form>
  );
}
