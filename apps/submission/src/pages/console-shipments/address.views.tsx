import { LinkButton, PersonText } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { RecipientView } from '../../shipments';
import type { PageContext } from '../page-context';
import { ConsolePage } from '../console/console-page';
import { PrizeFacts } from './prize.views';
import { type ShippingFilter, shipmentsUrl, type WaitingPrize } from './shipments.query';

interface AddressProps {
  page: PageContext;
  caller: Caller;
  prize: WaitingPrize;
  filter: ShippingFilter;
  shipment: RecipientView;
}

/** Nothing of the recipient stands in the title. No form is here, because the page goes away while somebody types. */
export function AddressPage({ page, caller, prize, filter, shipment }: AddressProps) {
  const words = page.words.consoleShipments.address;
  return (
    <ConsolePage page={page} caller={caller} part="shipments" title={words.title}>
      <div className="ui-column">
        <h1 className="ui-title">
          <PersonText text={prize.name} />
        </h1>
        <PrizeFacts page={page} prize={prize} />
        <h2 className="ui-section-title">{words.title}</h2>
        <p className="ui-text">{words.recorded}</p>
        <div className="ui-sheet" data-until-left="">
          <Recipient page={page} shipment={shipment} />
        </div>
        <div className="ui-buttons">
          <LinkButton href={shipmentsUrl(filter, prize.slug)}>{words.hide}</LinkButton>
        </div>
      </div>
    </ConsolePage>
  );
}

function Recipient({ page, shipment }: Pick<AddressProps, 'page' | 'shipment'>) {
  const words = page.words.consoleShipments.address;
  return (
    <dl className="ui-console-facts ui-console-address" translate="no">
      <dt>{words.name}</dt>
      <dd>
        <PersonText text={shipment.recipient_name} />
      </dd>
      <dt>{words.phone}</dt>
      <dd>
        <PersonText text={shipment.recipient_phone} />
      </dd>
      <dt>{words.address}</dt>
      <dd className="ui-console-lines">
        <PersonText text={shipment.recipient_address} />
      </dd>
      <dt>{words.guardianKnows}</dt>
      <dd>{shipment.guardian_confirmed ? words.yes : words.notSaid}</dd>
    </dl>
  );
}
