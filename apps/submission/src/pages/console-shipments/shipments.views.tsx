import { LocalTime, Refusal } from '@shipyard/pages';
import { Button, Pager, PersonText, SelectField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { SHIPPING_STATES } from '../../staff';
import { COUNTRY_CHOICES, countryName } from '../country-names';
import type { PageContext } from '../page-context';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { PARCELS_FORM, ParcelsForm, TICK } from './parcels.views';
import { type ShippingFilter, type ShippingList, shipmentsUrl, type WaitingPrize } from './shipments.query';

interface ListProps {
  page: PageContext;
  list: ShippingList;
}

/** No address of a recipient stands here. */
export function ShipmentsPage({ page, caller, list, problem }: ListProps & { caller: Caller; problem?: string }) {
  const words = page.words.consoleShipments;
  return (
    <ConsolePage page={page} caller={caller} part="shipments" title={words.title} isError={problem !== undefined}>
      <h1 className="ui-title">{words.title}</h1>
      {problem !== undefined && <Refusal page={page} title={words.refused} message={problem} />}
      <Filters page={page} list={list} />
      {list.prizes.length === 0 ? (
        <p className="ui-lead">{isNarrowed(list.filter) ? words.noneMatch : words.none[list.filter.state]}</p>
      ) : (
        <div className="ui-table-box" role="region" aria-label={words.title} tabIndex={0}>
          <Prizes page={page} list={list} />
        </div>
      )}
      <Places page={page} list={list} />
      {canShip(list) && <ParcelsForm page={page} labelsUrl={shipmentsUrl(list.filter, 'new', 'labels')} />}
    </ConsolePage>
  );
}

const isNarrowed = ({ program, prize, country }: ShippingFilter) =>
  program !== null || prize !== null || country !== null;

const canShip = ({ filter, prizes }: ShippingList) => filter.state === 'shipment_submitted' && prizes.length > 0;

function Filters({ page, list: { filter, programs, prizeNames } }: ListProps) {
  const words = page.words.consoleShipments;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('shipments')}>
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
    </form>
  );
}

function Prizes({ page, list: { filter, prizes } }: ListProps) {
  const words = page.words.consoleShipments;
  return (
    <table className="ui-table">
      <caption>{words.longestFirst}</caption>
      <thead>
        <tr>
          {filter.state === 'shipment_submitted' && <th scope="col">{words.many.tick}</th>}
          <th scope="col">{words.project}</th>
          <th scope="col">{words.maker}</th>
          <th scope="col">{words.prize}</th>
          <th scope="col">{words.program}</th>
          {filter.state === 'shipment_submitted' && <th scope="col">{words.country}</th>}
          <th scope="col">{words.since[filter.state]}</th>
          {filter.state === 'approved_to_ship' && <th scope="col">{page.words.consoleParcels.reminder.last}</th>}
        </tr>
      </thead>
      <tbody>
        {prizes.map((prize) => (
          <Row key={prize.id} page={page} filter={filter} prize={prize} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  page: PageContext;
  filter: ShippingFilter;
  prize: WaitingPrize;
}

const Row = ({ page, filter, prize }: RowProps) => (
  <tr>
    {filter.state === 'shipment_submitted' && (
      <td>
        <input
          className="ui-check-box"
          type="checkbox"
          form={PARCELS_FORM}
          name={TICK + prize.slug}
          value="yes"
          aria-label={page.words.consoleShipments.many.tickOf(prize.name)}
        />
      </td>
    )}
    <td>
      <a href={shipmentsUrl(filter, prize.slug)}>
        <PersonText text={prize.name} />
      </a>
    </td>
    <td>
      <MakerName page={page} prize={prize} />
    </td>
    <td>
      <PersonText text={prize.prize?.name ?? page.words.consoleShipments.noPrize} />
    </td>
    <td>
      <PersonText text={prize.program_name} />
    </td>
    {filter.state === 'shipment_submitted' && (
      <td>
        {prize.recipient_country === null
          ? page.words.consoleShipments.noCountry
          : countryName(page.language, prize.recipient_country)}
      </td>
    )}
    <td>
      <Since page={page} time={prize.since} />
    </td>
    {filter.state === 'approved_to_ship' && (
      <td>
        {prize.remindedAt ? (
          <LocalTime page={page} time={prize.remindedAt} />
        ) : (
          page.words.consoleParcels.reminder.never
        )}
      </td>
    )}
  </tr>
);

/** Never the name of the recipient. */
export const MakerName = ({ page, prize: { creator } }: Pick<RowProps, 'page' | 'prize'>) =>
  creator.handle === '' ? (
    page.words.consoleShipments.deleted
  ) : (
    <a href={`/creators/${creator.handle}`}>
      <PersonText text={creator.handle} />
    </a>
  );

const DAY_MS = 24 * 60 * 60 * 1000;

/** A moment, and the whole days since then. */
export function Since({ page, time }: { page: PageContext; time: Date }) {
  const days = Math.max(0, Math.floor((Date.now() - time.getTime()) / DAY_MS));
  return (
    <>
      <LocalTime page={page} time={time} /> · {page.words.consoleShipments.days(days)}
    </>
  );
}

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
