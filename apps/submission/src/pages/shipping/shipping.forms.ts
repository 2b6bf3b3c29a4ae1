import { MayBeAbsent } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { SubmitShipmentDto } from '../../shipments';

/** The fields of the API. Browsers send a box only if it is checked. */
export class ShippingForm extends SubmitShipmentDto {
  @MayBeAbsent()
  @Transform(({ value }: { value: unknown }) => (value === 'yes' ? true : value))
  override guardian_confirmed = false;
}

export type ShippingField = 'recipient_name' | 'recipient_phone' | 'recipient_address' | 'guardian_confirmed';
export const SHIPPING_FIELDS: ShippingField[] = [
  'recipient_name',
  'recipient_phone',
  'recipient_address',
  'guardian_confirmed',
];
