import { defineErrors } from '@shipyard/http';
import { ForbiddenMove } from '../projects/projects.errors';

export const shipmentErrors = defineErrors({
  SHIPMENT_NOT_FOUND: { status: 404, message: 'This project has no shipment to look at: none was submitted, or it is shipped or withdrawn.' },
  SHIPMENT_NOT_ALLOWED: {
    status: 409,
    message: 'A shipment can be submitted once the project is approved, and until it is shipped. See details.state.',
    details: ForbiddenMove,
  },
  GUARDIAN_CONSENT_REQUIRED: {
    status: 400,
    message: 'A participant under 18, or without a known date of birth, needs the consent of a parent or guardian: send guardian_confirmed as true.',
  },
});
