import { LocalTime, Refusal } from '@shipyard/pages';
import { Button, type Column, Pager, PersonText, SelectField, Table } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { SHIPPING_STATES } from '../../staff';
import { COUNTRY_CHOICES, countryName } from '../country-names';
import type { PageContext } from '../page-context';
import { ConsoleFilters } from '../console/console-filters';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { PARCELS_FORM, ParcelsForm, TICK } from './parcels.views';
import { Carrier, MakerName, PrizeName, Since, TrackingOf, WebName } from './prize-parts';
import { type ShippingFilter, type ShippingList, shipmentsUrl, type WaitingPrize } from './shipments.query';

interface ListProps {
  page: PageContext;
  list: ShippingList;
  /** What was typed and ticked before the list was checked. */
  kept?: { parcels: string; ticked: readonly string[] };
}

/** No address of a recipient stands here. */
export function ShipmentsPage({ page, caller, list, problem, kept }: ListProps & { caller: Caller; problem?: string }) {
  const words = page.words.consoleShipments;
  const title = page.words.consoleShipping.headings[list.filter.state];
  return (
    <ConsolePage page={page} caller={caller} part="shipments" title={title} isError={problem !== undefined}>
      <h1 className="ui-title">{title}</h1>
      {problem !== undefined && <Refusal page={page} title={words.refused} message={problem} />}
      <Filters page={page} list={list} />
      {list.prizes.length === 0 ? (
        <p className="ui-lead">{isNarrowed(list.filter) ? words.noneMatch : words.none[list.filter.state]}</p>
      ) : (
        <Prizes page={page} list={list} kept={kept} />
      )}
      <Places page={page} list={list} />
      {canShip(list) && <ParcelsForm page={page} filter={list.filter} value={kept?.parcels} hasRows />}
    </ConsolePage>
  );
}

const isNarrowed = ({ program, prize, country }: ShippingFilter) =>
  program !== null || prize !== null || country !== null;

const canShip = ({ filter, prizes }: ShippingList) => filter.state === 'shipment_submitted' && prizes.length > 0;

function Filters({ page, list: { filter, programs, prizeNames } }: ListProps) {
  const words = page.words.consoleShipments;
  return (
    <ConsoleFilters page={page} action={consoleUrl('shipments')}>
      <SelectField
        name="state"
        label={words.state}
        value={filter.state}
        options={SHIPPING_STATES.map((value) => ({ value, text: words.states[value] }))}
      />
      <SelectField
        name="program"
        label={words.program}
        value={filter.program ?? ''}
        options={[
          { value: '', text: words.allPrograms },
          ...programs.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
      <SelectField
        name="prize"
        label={words.prize}
        value={filter.prize ?? ''}
        options={[{ value: '', text: words.allPrizes }, ...prizeNames.map((name) => ({ value: name, text: name }))]}
      />
      <SelectField
        name="country"
        label={words.country}
        value={filter.country ?? ''}
        options={[{ value: '', text: words.allCountries }, ...COUNTRY_CHOICES[page.language]]}
      />
      <Button kind="secondary">{words.filter}</Button>
    </ConsoleFilters>
  );
}

function Prizes({ page, list: { filter, prizes }, kept }: ListProps) {
  const { consoleShipping } = page.words;
  return (
    <Table
      label={consoleShipping.headings[filter.state]}
      caption={consoleShipping.orders[filter.state]}
      columns={columnsOf(page, filter, kept?.ticked ?? [])}
      rows={prizes}
      keyOf={({ id }) => id}
    />
  );
}

function columnsOf(page: PageContext, filter: ShippingFilter, ticked: readonly string[]): Column<WaitingPrize>[] {
  const { consoleShipments: words, consoleParcels } = page.words;
  const { state } = filter;
  return [
    ...(state === 'shipment_submitted' ? [boxColumn(page, ticked)] : []),
    {
      name: words.project,
      cell: ({ name, slug }) => (
        <>
          <a href={shipmentsUrl(filter, slug)}>
            <PersonText text={name} />
          </a>{' '}
          <WebName slug={slug} />
        </>
      ),
    },
    { name: words.since[state], cell: ({ since }) => <Since page={page} time={since} /> },
    { name: words.maker, cell: (prize) => <MakerName page={page} prize={prize} /> },
    { name: words.prize, cell: (prize) => <PrizeName page={page} prize={prize} /> },
    { name: words.program, cell: (prize) => <PersonText text={prize.program_name} /> },
    ...(state === 'shipment_submitted' ? [{ name: words.country, cell: countryOf(page) }] : []),
    ...(state === 'shipped' ? parcelColumns(page) : []),
    ...(state === 'approved_to_ship'
      ? [{ name: consoleParcels.reminder.last, cell: (prize: WaitingPrize) => lastReminder(page, prize) }]
      : []),
  ];
}

const countryOf =
  ({ words, language }: PageContext) =>
  ({ recipient_country: country }: WaitingPrize) =>
    country === null ? words.consoleShipments.noCountry : countryName(language, country);

const boxColumn = ({ words }: PageContext, ticked: readonly string[]): Column<WaitingPrize> => ({
  name: words.consoleShipments.many.tick,
  isBox: true,
  cell: ({ slug, name }) => (
    <input
      className="ui-check-box"
      type="checkbox"
      form={PARCELS_FORM}
      name={TICK + slug}
      value="yes"
      defaultChecked={ticked.includes(slug)}
      aria-label={words.consoleShipments.many.tickOf(name)}
    />
  ),
});

const parcelColumns = (page: PageContext): Column<WaitingPrize>[] => [
  { name: page.words.consoleShipments.carrier, cell: ({ parcel }) => <Carrier page={page} parcel={parcel} /> },
  { name: page.words.consoleShipments.tracking, cell: ({ parcel }) => <TrackingOf page={page} parcel={parcel} /> },
];

const lastReminder = (page: PageContext, { remindedAt }: WaitingPrize) =>
  remindedAt ? <LocalTime page={page} time={remindedAt} /> : page.words.consoleParcels.reminder.never;

function Places({ page, list: { filter, prizes, next } }: ListProps) {
  const words = page.words.consoleShipments;
  if (filter.after === null && next === null) return null;
  return (
    <Pager
      label={words.places}
      range={page.words.consoleLists.shown(prizes.length)}
      newer={{ text: page.words.consoleLists.toStart, href: filter.after && shipmentsUrl({ ...filter, after: null }) }}
      older={{ text: words.after, href: next && shipmentsUrl({ ...filter, after: next }) }}
    />
  );
}
