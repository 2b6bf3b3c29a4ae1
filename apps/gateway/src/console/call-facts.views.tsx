import { exactTime } from '@shipyard/pages';
import { type Column, Field, grouped, Icon, type IconName, Sum } from '@shipyard/ui';
import type { PageContext } from '../pages';
import type { RequestView } from '../request-log';
import type { RequestFields } from './requests-address';

type TextName = 'customer_id' | 'key_id' | 'model' | 'status' | 'code';

interface FiltersProps {
  page: PageContext;
  fields: RequestFields;
  names: readonly TextName[];
}

/** The fields by which calls of customers are found. */
export function CallFilters({ page, fields, names }: FiltersProps) {
  const words = page.words.console.requests;
  const labels = { ...words, customer_id: words.customer, key_id: words.key };
  return (
    <>
      {names.map((name) => (
        <Field key={name} name={name} label={labels[name]} value={fields[name]} autoComplete="off" isCode />
      ))}
      <Field name="from" type="date" label={words.from} value={fields.from} />
      <Field name="to" type="date" label={words.to} value={fields.to} />
    </>
  );
}

const LEFT = 499;

type Call = Pick<RequestView, 'at' | 'model' | 'status' | 'code' | 'latency_ms' | 'cost_cny' | 'refunded_cny'>;

export function Outcome({ page, call: { status, code } }: { page: PageContext; call: Call }) {
  const words = page.words.console.requests;
  const [tone, icon, text]: [string, IconName, string] =
    status === LEFT
      ? ['wait', 'warning', words.left]
      : status < 400 && code === null
        ? ['ok', 'tip', words.succeeded]
        : ['stop', 'caution', words.refused];
  return (
    <>
      <span className={`ui-state ui-tone-${tone}`}>
        <Icon name={icon} /> {text}
      </span>{' '}
      {status} {code !== null && <code>{code}</code>}
    </>
  );
}

export const millisecondsText = ({ words }: PageContext, ms: number) =>
  words.console.requests.milliseconds(grouped(String(Math.round(ms))));

/** The columns of a list of calls. `special`: what only calls of this kind have. */
export function callColumns<Row extends Call>(
  page: PageContext,
  urlOf: (row: Row) => string,
  special: { afterTime?: Column<Row>; afterModel?: Column<Row> },
): Column<Row>[] {
  const words = page.words.console.requests;
  return [
    { name: words.when, cell: (row) => <a href={urlOf(row)}>{exactTime(new Date(row.at))}</a> },
    ...(special.afterTime ? [special.afterTime] : []),
    { name: words.model, cell: ({ model }) => model },
    ...(special.afterModel ? [special.afterModel] : []),
    { name: words.status, cell: (row) => <Outcome page={page} call={row} /> },
    { name: words.took, isNumber: true, cell: ({ latency_ms }) => millisecondsText(page, latency_ms) },
    { name: words.cost, isNumber: true, cell: ({ cost_cny }) => cost_cny !== null && <Sum cny={cost_cny} /> },
  ];
}

export function CallCost({
  page,
  call: { cost_cny: cost, refunded_cny: refunded },
}: {
  page: PageContext;
  call: Call;
}) {
  const words = page.words.console.requests;
  return (
    <>
      <dt>{words.cost}</dt>
      <dd>{cost === null ? words.free : <Sum cny={cost} />}</dd>
      {refunded !== null && (
        <>
          <dt>{words.refunded}</dt>
          <dd>
            <Sum cny={refunded} />
          </dd>
        </>
      )}
    </>
  );
}
