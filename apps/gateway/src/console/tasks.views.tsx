import { exactTime } from '@shipyard/pages';
import { Field, grouped, Icon, type IconName, SelectField, Table } from '@shipyard/ui';
import { IMAGE_TASK_STATUSES, type ImageTaskRecordView } from '../images';
import { type PageContext } from '../pages';
import { consoleUrl } from './console-parts';
import { RecordListPage } from './record-list.views';

interface TasksProps {
  page: PageContext;
  fields: Record<'customer_id' | 'status', string>;
  items: ImageTaskRecordView[];
  next: string | null;
  isFirst: boolean;
}

/** How far image tasks are, newest first. */
export const TasksPage = ({ page, fields, items, next, isFirst }: TasksProps) => (
  <RecordListPage
    page={page}
    part="tasks"
    query={fields}
    isFiltered={fields.customer_id !== '' || fields.status !== ''}
    isFirst={isFirst}
    next={next}
    filters={<Filters page={page} fields={fields} />}
    rows={items.length === 0 ? null : <Rows page={page} items={items} />}
  />
);

function Filters({ page, fields }: Pick<TasksProps, 'page' | 'fields'>) {
  const words = page.words.console.tasks;
  return (
    <>
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
    </>
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
