import { envelopeErrors, type HttpError } from '@shipyard/http';
import { projectErrors } from '../../projects';
import { shipmentErrors } from '../../shipments';
import { messageOf } from '../service-messages';
import type { Words } from '../words/words';

/** What the services refuse to fulfilment, in the language of the page. */
export function refusalText(words: Words, error: HttpError): string {
  const { refusals } = words.consoleShipments;
  switch (error.code) {
    case projectErrors.PROJECT_NOT_FOUND.code:
      return refusals.unknown;
    case shipmentErrors.SHIPMENT_NOT_FOUND.code:
      return refusals.noAddress;
    case projectErrors.STATE_CONFLICT.code:
      return refusals.state;
    case envelopeErrors.FORBIDDEN.code:
      return refusals.forbidden;
    default:
      return messageOf(words, error);
  }
}
