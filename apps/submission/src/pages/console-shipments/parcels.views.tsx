import { CsrfField } from '@shipyard/pages';
import type { FormFields } from '@shipyard/http';
import { Button, type Column, LinkButton, PersonText, Table, TextField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { ReactNode } from 'react';
import type { ShippingProject } from '../../project-reads';
import { ConsolePage } from '../console/console-page';
import type { PageContext } from '../page-context';
import { MOST_LINES, type Parcel, writeParcels } from './parcel-lines';
import type { CheckedParcel } from './parcels.service';
import { MakerName, PrizeName, WebName } from './prize-parts';
import { refusalText } from './refusal-text';
import { type ShippingFilter, shipmentsUrl } from './shipments.query';

/** Begins the names of the boxes of the list. */
export const TICK = 'tick_';
export const PARCELS_FORM = 'parcels-form';

/** The slugs of the ticked rows, in their order. */
export const tickedIn = (fields: FormFields): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith(TICK) ? [name.slice(TICK.length)] : []));

interface ParcelsProps {
  page: PageContext;
  filter: ShippingFilter;
  checked: readonly CheckedParcel[];
  /** The projects that the list names, by their slugs. */
  prizes: ReadonlyMap<string, ShippingProject>;
  /** Whether those without a problem were shipped, or would be. */
  isDone: boolean;
}

type PageProps = ParcelsProps & {
  caller: Caller;
  /** What was typed and ticked, for the way back. */
  sent: FormFields;
};

export function ParcelsPage({ caller, sent, ...props }: PageProps) {
  const { page, filter, checked, isDone } = props;
  const { consoleParcels, consoleShipments, consoleShipping } = page.words;
  const words = consoleShipments.many;
  const failed = checked.filter(({ problem }) => problem !== null);
  const past = checked.filter(({ isPast }) => isPast).length;
  const good = checked.length - failed.length - past;
  const bare = checked.filter((each) => isReady(each) && each.parcel.carrier === null).length;
  const title = isDone ? (good === 0 && past > 0 ? words.doneBefore(past) : words.done(good)) : words.check(good);
  return (
    <ConsolePage page={page} caller={caller} part="shipments" title={title} isError={failed.length > 0}>
      <h1 className="ui-title">{title}</h1>
      {failed.length > 0 && <p className="ui-lead">{words.failed(failed.length)}</p>}
      {past > 0 && good > 0 && <p className="ui-lead">{words.doneBefore(past)}</p>}
      {bare > 0 && !isDone && <p className="ui-lead">{consoleParcels.withoutCarrier(bare)}</p>}
      {good > 0 && <p className="ui-text">{isDone ? consoleShipping.meant : consoleShipping.meansNow}</p>}
      <Checked {...props} />
      {!isDone && <NextSteps {...props} good={good} sent={sent} />}
      {failed.length > 0 && (
        <ParcelsForm
          page={page}
          filter={filter}
          value={writeParcels((isDone ? failed : checked).map(({ parcel }) => parcel))}
        />
      )}
      {isDone && (
        <div className="ui-buttons">
          <LinkButton kind="quiet" href={shipmentsUrl(filter)}>
            {consoleShipments.backToList}
          </LinkButton>
        </div>
      )}
    </ConsolePage>
  );
}

const isReady = ({ problem, isPast }: CheckedParcel) => problem === null && !isPast;

type StepsProps = Pick<PageProps, 'page' | 'filter' | 'checked' | 'sent'> & { good: number };

/** On, or back with what was typed and ticked. */
function NextSteps({ page, filter, checked, sent, good }: StepsProps) {
  const words = page.words.consoleShipments;
  const back = shipmentsUrl(filter, 'new', 'list');
  return (
    <form method="post" action={good > 0 ? shipmentsUrl(filter, 'new', 'send') : back} data-plain="">
      <CsrfField page={page} />
      <input type="hidden" name="parcels" value={writeParcels(checked.map(({ parcel }) => parcel))} />
      <input type="hidden" name="typed" value={sent.parcels ?? ''} />
      {tickedIn(sent).map((slug) => (
        <input key={slug} type="hidden" name={TICK + slug} value="yes" />
      ))}
      <div className="ui-buttons">
        {good > 0 && <Button>{words.many.send(good)}</Button>}
        <Button kind="quiet" action={back}>
          {words.backToList}
        </Button>
      </div>
    </form>
  );
}

function Checked({ page, checked, prizes, isDone }: ParcelsProps) {
  const { consoleShipments: words } = page.words;
  const columns: Column<CheckedParcel>[] = [
    { name: words.project, cell: ({ parcel }) => <Named parcel={parcel} prizes={prizes} /> },
    {
      name: words.state,
      cell: ({ problem, isPast }) =>
        problem !== null
          ? problemText(page, problem)
          : isPast
            ? words.many.isPast
            : isDone
              ? words.states.shipped
              : words.many.ready,
    },
    {
      name: words.carrier,
      cell: ({ parcel }) =>
        parcel.carrier === null ? (
          <strong>{page.words.consoleParcels.noCarrier}</strong>
        ) : (
          <PersonText text={parcel.carrier} />
        ),
    },
    { name: words.tracking, cell: ({ parcel }) => <PersonText text={parcel.tracking ?? ''} /> },
    { name: words.maker, cell: (each) => ofPrize(each, prizes, (prize) => <MakerName page={page} prize={prize} />) },
    { name: words.prize, cell: (each) => ofPrize(each, prizes, (prize) => <PrizeName page={page} prize={prize} />) },
  ];
  return <Table label={words.many.list} columns={columns} rows={checked} keyOf={(_, at) => String(at)} />;
}

/** As the box in the hand may say it: the name and the web name. */
function Named({ parcel: { slug }, prizes }: { parcel: Parcel } & Pick<ParcelsProps, 'prizes'>) {
  const prize = prizes.get(slug);
  return (
    <>
      {prize && <PersonText text={prize.name} />} <WebName slug={slug} />
    </>
  );
}

function ofPrize(
  { parcel }: CheckedParcel,
  prizes: ParcelsProps['prizes'],
  view: (prize: ShippingProject) => ReactNode,
): ReactNode {
  const prize = prizes.get(parcel.slug);
  return prize ? view(prize) : null;
}

const problemText = ({ words }: PageContext, problem: NonNullable<CheckedParcel['problem']>) =>
  typeof problem === 'string' ? words.consoleShipments.many.problems[problem] : refusalText(words, problem);

interface FormProps {
  page: PageContext;
  filter: ShippingFilter;
  value?: string;
  /** Whether the rows of the list stand above it. */
  hasRows?: boolean;
}

/** The boxes of the list belong to this form too. */
export function ParcelsForm({ page, filter, value, hasRows = false }: FormProps) {
  const { consoleShipments, consoleShipping, consoleParcels } = page.words;
  const words = consoleShipments.many;
  return (
    <form
      className="ui-sheet ui-fields ui-console-form"
      id={PARCELS_FORM}
      method="post"
      action={shipmentsUrl(filter, 'new', 'check')}
      data-plain=""
    >
      <CsrfField page={page} />
      <h2 className="ui-section-title">{words.title}</h2>
      <p className="ui-text">{consoleShipping.means}</p>
      <TextField name="parcels" label={words.list} hint={words.hint(MOST_LINES)} value={value} rows={6} />
      <div className="ui-buttons">
        <Button kind="secondary">{words.look}</Button>
        {hasRows && (
          <Button kind="secondary" action={shipmentsUrl(filter, 'new', 'labels')} describedBy="labels-recorded">
            {consoleParcels.labels}
          </Button>
        )}
      </div>
      {hasRows && (
        <p className="ui-hint" id="labels-recorded">
          {consoleParcels.labelsRecorded}
        </p>
      )}
    </form>
  );
}
