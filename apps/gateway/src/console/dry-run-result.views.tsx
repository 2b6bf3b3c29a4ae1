import { Callout, Icon, type IconName } from '@shipyard/ui';
import type { DryRunView } from '../dry-runs';
import { type PageContext, Part } from '../pages';
import { Sum } from './amounts';

const LOOK: Readonly<Record<DryRunView['items'][number]['verdict'], { tone: string; icon: IconName }>> = {
  chosen: { tone: 'ok', icon: 'tip' },
  next: { tone: 'note', icon: 'note' },
  refused: { tone: 'stop', icon: 'caution' },
};

/** The routes with their verdicts, and what the call would be refused for. */
export function DryRunResult({ page, result: { error, hold_cny, items } }: { page: PageContext; result: DryRunView }) {
  const words = page.words.console.dryRun;
  return (
    <Part id="result" title={words.routes}>
      {error ? (
        <Callout kind="caution" word={words.refused(error.status, error.code)}>
          <p lang="en">
            {error.message} {error.param !== null && <code>{error.param}</code>}
          </p>
        </Callout>
      ) : (
        <dl className="ui-fact-rows">
          <div>
            <dt>{words.hold}</dt>
            <dd>
              <Sum cny={hold_cny} />
            </dd>
          </div>
        </dl>
      )}
      {items.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <div className="ui-table-box" role="group" aria-label={words.routes} tabIndex={0}>
          <table className="ui-table">
            <thead>
              <tr>
                <th scope="col">{words.model}</th>
                <th scope="col">{words.supplier}</th>
                <th scope="col">{words.verdict}</th>
                <th scope="col">{words.why}</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ route_id, model, supplier_id, verdict, code, reason }) => (
                <tr key={route_id}>
                  <td>
                    <b>{model}</b>
                  </td>
                  <td>{supplier_id}</td>
                  <td>
                    <span className={`ui-state ui-tone-${LOOK[verdict].tone}`}>
                      <Icon name={LOOK[verdict].icon} /> {words.verdicts[verdict]}
                    </span>
                  </td>
                  <td title={reason}>{words.reasons[code]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Part>
  );
}
