import type { FormFields, HttpError } from '@shipyard/http';
import { CsrfField, type FieldErrors, FormErrors, LocalTime, Refusal } from '@shipyard/pages';
import { Button, Field, PersonText, TextField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { PageContext } from '../page-context';
import { ConsolePage } from '../console/console-page';
import { refusalText } from './refusal-text';
import { type ShippingFilter, shipmentsUrl, type WaitingPrize } from './shipments.query';
import { Carrier, MakerName, PrizeName, Since, TrackingOf, WebName } from './prize-parts';

export type PrizeField = 'carrier' | 'tracking' | 'reason';

interface PrizeProps {
  page: PageContext;
  caller: Caller;
  prize: WaitingPrize;
  filter: ShippingFilter;
  fields: FormFields;
  errors?: FieldErrors<PrizeField>;
  refusal?: HttpError;
  /** When the last reminder was sent, if that is why another is refused. */
  lastSentAt?: Date;
}

/** One prize: what is to be done with it, and the form for that. */
export function PrizePage(props: PrizeProps) {
  const { page, caller, prize, filter, errors = {}, refusal, lastSentAt } = props;
  const words = page.words.consoleShipments;
  const isRefused = refusal !== undefined || lastSentAt !== undefined || Object.keys(errors).length > 0;
  return (
    <ConsolePage page={page} caller={caller} part="shipments" title={prize.name} isError={isRefused}>
      <div className="ui-column">
        <p>
          <a href={shipmentsUrl(filter)}>{words.backToList}</a>
        </p>
        <h1 className="ui-title">
          <PersonText text={prize.name} />
        </h1>
        <PrizeFacts page={page} prize={prize} />
        {refusal && <Refusal page={page} title={words.refused} message={refusalText(page.words, refusal)} />}
        {lastSentAt && (
          <Refusal page={page} title={words.refused} message={page.words.consoleParcels.reminder.tooSoon} />
        )}
        <NextStep {...props} />
      </div>
    </ConsolePage>
  );
}

export function PrizeFacts({ page, prize }: Pick<PrizeProps, 'page' | 'prize'>) {
  const words = page.words.consoleShipments;
  return (
    <dl className="ui-console-facts">
      <dt>{words.project}</dt>
      <dd>
        <WebName slug={prize.slug} />
      </dd>
      <dt>{words.maker}</dt>
      <dd>
        <MakerName page={page} prize={prize} />
      </dd>
      <dt>{words.prize}</dt>
      <dd>
        <PrizeName page={page} prize={prize} />
      </dd>
      <dt>{words.program}</dt>
      <dd>
        <PersonText text={prize.program_name} />
      </dd>
      <dt>
        {
          words.states[
            prize.state === 'shipped' || prize.state === 'approved_to_ship' ? prize.state : 'shipment_submitted'
          ]
        }
      </dt>
      <dd>
        <Since page={page} time={prize.since} />
      </dd>
      {prize.state === 'shipped' && (
        <>
          <dt>{words.carrier}</dt>
          <dd>
            <Carrier page={page} parcel={prize.parcel} />
          </dd>
          <dt>{words.tracking}</dt>
          <dd>
            <TrackingOf page={page} parcel={prize.parcel} />
          </dd>
        </>
      )}
    </dl>
  );
}

function NextStep(props: PrizeProps) {
  switch (props.prize.state) {
    case 'shipment_submitted':
      return (
        <>
          <AskForAddress {...props} />
          <ShipForm {...props} />
        </>
      );
    case 'shipped':
      return <ReshipForm {...props} />;
    default:
      return <WaitForAddress {...props} />;
  }
}

function WaitForAddress({ page, prize, filter }: PrizeProps) {
  const { consoleShipments, consoleParcels } = page.words;
  const words = consoleParcels.reminder;
  return (
    <>
      <p className="ui-lead">{consoleShipments.waitsForAddress}</p>
      {prize.remindedAt && (
        <p className="ui-text">
          {words.last} <LocalTime page={page} time={prize.remindedAt} />
        </p>
      )}
      {prize.prize?.hardware ? (
        <form method="post" action={shipmentsUrl(filter, prize.slug, 'remind')}>
          <CsrfField page={page} />
          <div className="ui-buttons">
            <Button kind="secondary" describedBy="reminder-hint">
              {words.send}
            </Button>
          </div>
          <p className="ui-hint" id="reminder-hint">
            {words.hint}
          </p>
        </form>
      ) : (
        <p className="ui-text">{words.noParcel}</p>
      )}
    </>
  );
}

function AskForAddress({ page, prize, filter }: PrizeProps) {
  const words = page.words.consoleShipments.address;
  return (
    <form method="post" action={shipmentsUrl(filter, prize.slug, 'address')} data-plain="">
      <CsrfField page={page} />
      <div className="ui-buttons">
        <Button kind="secondary" describedBy="recorded">
          {words.show}
        </Button>
        <Button kind="secondary" action={shipmentsUrl(filter, prize.slug, 'label')} describedBy="recorded">
          {page.words.consoleParcels.label}
        </Button>
      </div>
      <p className="ui-hint" id="recorded">
        {words.recorded}
      </p>
    </form>
  );
}

function ShipForm({ page, prize, filter, fields, errors = {} }: PrizeProps) {
  const words = page.words.consoleShipments;
  const messages = {
    carrier: errors.carrier && words.parcelFactWrong,
    tracking: errors.tracking && words.parcelFactWrong,
  };
  return (
    <>
      <h2 className="ui-section-title">{words.ship}</h2>
      <p className="ui-text">{words.shipLead}</p>
      <FormErrors
        words={page.words}
        messages={messages}
        labels={{ carrier: words.carrier, tracking: words.tracking }}
      />
      <form
        className="ui-sheet ui-fields"
        method="post"
        action={shipmentsUrl(filter, prize.slug, 'ship')}
        noValidate
        data-scan=""
      >
        <CsrfField page={page} />
        {/* Enter would press the first button. A scanner presses Enter, so that one is off. */}
        <button type="submit" disabled hidden />
        <Field
          name="carrier"
          label={words.carrier}
          value={fields.carrier}
          error={messages.carrier}
          autoComplete="off"
        />
        <Field
          name="tracking"
          label={words.tracking}
          value={fields.tracking}
          error={messages.tracking}
          hint={page.words.consoleParcels.scanHint}
          autoComplete="off"
          isCode
        />
        <div className="ui-buttons">
          <Button>{words.ship}</Button>
        </div>
      </form>
    </>
  );
}

function ReshipForm({ page, prize, filter, fields, errors = {} }: PrizeProps) {
  const words = page.words.consoleShipments;
  const messages = { reason: errors.reason && words.reasonWrong };
  return (
    <>
      <h2 className="ui-section-title">{words.cameBack}</h2>
      <p className="ui-text">{words.cameBackLead}</p>
      <FormErrors words={page.words} messages={messages} labels={{ reason: words.reason }} />
      <form className="ui-sheet ui-fields" method="post" action={shipmentsUrl(filter, prize.slug, 'reship')} noValidate>
        <CsrfField page={page} />
        <TextField
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          value={fields.reason}
          error={messages.reason}
          isRequired
        />
        <div className="ui-buttons">
          <Button>{words.shipAgain}</Button>
        </div>
      </form>
    </>
  );
}
