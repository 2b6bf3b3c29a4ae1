import { Describe, OrNull } from '@shipyard/http';
import { IsDate, IsString } from 'class-validator';

export class ShipmentStatusView {
  @Describe('When the recipient was named.')
  @IsDate()
  submitted_at: Date;

  @Describe('Who carries the parcel, once it is sent. For the owner alone, for 90 days; null for staff.')
  @OrNull()
  @IsString()
  carrier: string | null;

  @Describe("The carrier's number of the parcel, likewise.")
  @OrNull()
  @IsString()
  tracking: string | null;
}
