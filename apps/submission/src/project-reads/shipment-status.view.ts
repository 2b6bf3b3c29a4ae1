import { PARCEL_DAYS } from '@shipyard/contracts';
import { Describe, OrNull } from '@shipyard/http';
import { IsDate, IsString } from 'class-validator';

export class ShipmentStatusView {
  @Describe('When the recipient was submitted.')
  @IsDate()
  submitted_at: Date;

  @Describe(`The carrier, once the parcel is sent. Only the owner sees it, for ${PARCEL_DAYS} days; null for staff.`)
  @OrNull()
  @IsString()
  carrier: string | null;

  @Describe(`The tracking number of the carrier. Only the owner sees it, for ${PARCEL_DAYS} days; null for staff.`)
  @OrNull()
  @IsString()
  tracking: string | null;
}
