import { exactTime } from '@shipyard/pages';
import { Button, Field, grouped, Icon, type IconName, SelectField, Table } from '@shipyard/ui';
import { IMAGE_TASK_STATUSES, type ImageTaskRecordView } from '../images';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks, withQuery } from './list-links';

interface TasksProps {
  page: PageContext;
  fields: Record<'customer_id' | 'status', string>;
  items: ImageTaskRecordView[];
  next: string | null;
  isFirst: boolean;
}

/** How far image tasks are, newest first. */
export function TasksPage({ page, fields, items, next, isFirst }: TasksProps) {
  const words = page.words.console.tasks;
  const isFiltered = fields.customer_id !== '' || fields.status !== '';
  return (
    <ConsolePage page={page} part="tasks" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <FindTask page={page} id="" />
      <Filters page={page} fields={fields} />
      {items.length === 0 ? (
        <p className="ui-lead">
          {isFiltered ? words.noneLikeThat : words.none}{' '}
          {isFiltered && <a href={consoleUrl('tasks')}>{words.showAll}</a>}
        </p>
      ) : (
        <Rows page={page} items={items} />
      )}
      <ListLinks
        first={isFirst ? null : { text: words.newest, href: withQuery(consoleUrl('tasks'), fields) }}
        next={
          next === null ? null : { text: words.older, href: withQuery(consoleUrl('tasks'), { ...fields, after: next }) }
        }
      />
    </ConsolePage>
  );
}

export function FindTask({ page, id }: { page: PageContext; id: string }) {
  const words = page.words.console.tasks;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('tasks', 'find')} role="search" aria-label={words.id}>
      <Field name="id" label={words.id} value={id} autoComplete="off" isCode />
      <Button>{words.show}</Button>
    </form>
  );
}

function Filters({ page, fields }: Pick<TasksProps, 'page' | 'fields'>) {
  const words = page.words.console.tasks;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('tasks')} role="search" aria-label={words.filters}>
      <Field name="customer_id" label={words.customer} value={fields.customer_id} autoComplete="off" isCode />
      <SelectField
        name="status"
        label={words.state}
        value={fields.status}
        options={[
          { value: '', text: words.anyState },
          ...IMAGE_TASK_STATUSES.map((value) => ({ value, text: words.states[value] })),
        ]}
      />
      <Button kind="secondary">{words.show}</Button>
    </form>
  );
}

const LOOK: Readonly<Record<ImageTaskRecordView['status'], [tone: string, icon: IconName]>> = {
  pending: ['note', 'note'],
  running: ['wait', 'warning'],
  succeeded: ['ok', 'tip'],
  failed: ['stop', 'caution'],
};

export function TaskState({ page, task: { status, error } }: { page: PageContext; task: ImageTaskRecordView }) {
  const [tone, icon] = LOOK[status];
  return (
    <>
      <span className={`ui-state ui-tone-${tone}`}>
        <Icon name={icon} /> {page.words.console.tasks.states[status]}
      </span>{' '}
      {error && <code>{error.code}</code>}
    </>
  );
}

/** Without an end, nothing is said. */
export function tookText({ words }: PageContext, from: string | null, to: string | null): string {
  if (from === null || to === null) return '';
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return words.console.tasks.seconds(seconds < 10 ? seconds.toFixed(1) : grouped(String(Math.round(seconds))));
}

function Rows({ page, items }: Pick<TasksProps, 'page' | 'items'>) {
  const words = page.words.console.tasks;
  return (
    <Table
      label={words.title}
      caption={words.order}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.submitted,
          cell: ({ id, created_at }) => <a href={consoleUrl('tasks', id)}>{exactTime(new Date(created_at))}</a>,
        },
        { name: words.state, cell: (task) => <TaskState page={page} task={task} /> },
        { name: words.model, cell: ({ model }) => model },
        { name: words.images, isNumber: true, cell: ({ n, size }) => `${n} × ${size}` },
        {
          name: words.took,
          isNumber: true,
          cell: ({ created_at, finished_at }) => tookText(page, created_at, finished_at),
        },
        {
          name: words.customer,
          cell: ({ customer_id }) => (
            <a href={consoleUrl('customers', customer_id)}>
              <code>{customer_id}</code>
            </a>
          ),
        },
      ]}
    />
  );
}
