import { defineErrors } from '@shipyard/http';
import { ForbiddenMove } from '../projects';

export const SHIPMENT_NOT_AGREED =
  'Your parent or guardian must agree to this parcel first. Their page, which they open with the link of our mail, asks them.';

export const shipmentErrors = defineErrors({
  SHIPMENT_NOT_FOUND: {
    status: 404,
    message:
      "This project has no shipment: none was submitted, or it was shipped or withdrawn. Check the project's state.",
  },
  SHIPMENT_NOT_ALLOWED: {
    status: 409,
    message: 'A shipment can be submitted after the project is approved and until it is shipped. See details.state.',
    details: ForbiddenMove,
  },
  GUARDIAN_CONSENT_REQUIRED: {
    status: 400,
    message:
      'A participant under 18, or without a known date of birth, needs the consent of a parent or guardian. Send guardian_confirmed: true.',
  },
});
