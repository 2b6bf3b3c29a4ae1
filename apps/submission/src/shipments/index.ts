export { AddressReminders, type ReminderOutcome } from './address-reminders.service';
export type { RecipientView } from './shipment.view';
export { agreeToShipment, endShipmentAgreements } from './shipment-agreements';
export { ShipmentsModule } from './shipments.module';
export { ShipmentsService } from './shipments.service';
export { SHIPMENT_NOT_AGREED, shipmentErrors } from './shipments.errors';
export { RECIPIENT_LIMITS, SubmitShipmentDto } from './shipments.dto';
