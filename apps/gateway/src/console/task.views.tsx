import { Fragment } from 'react';
import { exactTime, LocalTime } from '@shipyard/pages';
import { Sum, Table } from '@shipyard/ui';
import type { ImageTaskDetailView } from '../images';
import { type PageContext, Part } from '../pages';
import { consoleUrl } from './console-parts';
import { withQuery } from './list-links';
import { RecordPage } from './record-list.views';
import { TaskState, tookText } from './tasks.views';

interface TaskProps {
  page: PageContext;
  task: ImageTaskDetailView;
}

/** One task: how far it is, and what was ordered for it. */
export function TaskPage({ page, task }: TaskProps) {
  const words = page.words.console.tasks;
  return (
    <RecordPage page={page} part="tasks" id={task.id}>
      <Facts page={page} task={task} />
      <Part id="steps" title={words.steps}>
        {task.purchases.length === 0 ? (
          <p className="ui-hint">{words.noSteps}</p>
        ) : (
          <Purchases page={page} task={task} />
        )}
      </Part>
    </RecordPage>
  );
}

function Facts({ page, task }: TaskProps) {
  const words = page.words.console.tasks;
  const times = [
    [words.submitted, task.created_at],
    [words.begun, task.started_at],
    [words.finished, task.finished_at],
    [words.expires, task.expires_at],
  ] as const;
  return (
    <dl className="ui-console-facts">
      <dt>{words.state}</dt>
      <dd>
        <TaskState page={page} task={task} /> {task.error?.message}
      </dd>
      <dt>{words.model}</dt>
      <dd>
        {task.model} · {task.n} × {task.size}
      </dd>
      {times.map(([name, at]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{at === null ? words.notYet : <LocalTime page={page} time={new Date(at)} />}</dd>
        </Fragment>
      ))}
      <dt>{words.took}</dt>
      <dd>{tookText(page, task.created_at, task.finished_at) || words.notYet}</dd>
      <dt>{words.customer}</dt>
      <dd>
        <a href={consoleUrl('customers', task.customer_id)}>{task.customer_id}</a>
      </dd>
      <dt>{words.key}</dt>
      <dd>
        <a href={consoleUrl('keys', task.key_id)}>{task.key_id}</a>
      </dd>
      <dt>{words.request}</dt>
      <dd>
        <a href={consoleUrl('requests', task.request_id)}>{task.request_id}</a>
      </dd>
      <dt>{words.paid}</dt>
      <dd>{task.supplier_cost_cny === null ? words.notKnown : <Sum cny={task.supplier_cost_cny} />}</dd>
      <dt>{words.ledger}</dt>
      <dd>
        <a href={withQuery(consoleUrl('ledger'), { customer_id: task.customer_id })}>{words.ledgerLink}</a>
      </dd>
    </dl>
  );
}

function Purchases({ page, task }: TaskProps) {
  const words = page.words.console.tasks;
  return (
    <Table
      label={words.steps}
      rows={task.purchases}
      keyOf={(_, at) => String(at)}
      columns={[
        {
          name: words.supplier,
          cell: ({ supplier_id, upstream_model }) => (
            <>
              <a href={consoleUrl('suppliers', supplier_id)}>{supplier_id}</a> <code>{upstream_model}</code>
            </>
          ),
        },
        {
          name: words.step,
          cell: ({ step, error }) => (
            <>
              {words.stepNames[step]} {error && <code>{error.code}</code>} {error?.message}
            </>
          ),
        },
        { name: words.ordered, isNumber: true, cell: ({ n }) => n },
        { name: words.came, isNumber: true, cell: ({ images }) => images ?? '–' },
        { name: words.begunAt, cell: ({ begun_at }) => exactTime(new Date(begun_at)) },
        { name: words.took, isNumber: true, cell: ({ begun_at, ended_at }) => tookText(page, begun_at, ended_at) },
        { name: words.job, cell: ({ job_id }) => job_id !== null && <code>{job_id}</code> },
      ]}
    />
  );
}
