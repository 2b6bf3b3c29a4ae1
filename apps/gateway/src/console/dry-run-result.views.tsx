import { Callout, Icon, type IconName, Sum, Table } from '@shipyard/ui';
import type { DryRunView } from '../dry-runs';
import { type PageContext, Part } from '../pages';

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
        <Table
          label={words.routes}
          rows={items}
          keyOf={({ route_id }) => route_id}
          columns={[
            { name: words.model, cell: ({ model }) => <b>{model}</b> },
            { name: words.supplier, cell: ({ supplier_id }) => supplier_id },
            {
              name: words.verdict,
              cell: ({ verdict }) => (
                <span className={`ui-state ui-tone-${LOOK[verdict].tone}`}>
                  <Icon name={LOOK[verdict].icon} /> {words.verdicts[verdict]}
                </span>
              ),
            },
            { name: words.why, cell: ({ code, reason }) => <span title={reason}>{words.reasons[code]}</span> },
          ]}
        />
      )}
    </Part>
  );
}
