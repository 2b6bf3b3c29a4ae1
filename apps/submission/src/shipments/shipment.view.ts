import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { Describe, Holds, MayBeAbsent } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString } from 'class-validator';

export class SubmittedShipmentView {
  @Describe('The state of the project now.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('When the address was sent.')
  @IsDate()
  submitted_at: Date;
}

export class WithdrawnShipmentView {
  @Describe('The state of the project now.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;
}

export class RecipientView {
  @Describe('The real name of the recipient.')
  @IsString()
  recipient_name: string;

  @Describe('The phone number of the recipient.')
  @IsString()
  recipient_phone: string;

  @Describe('The delivery address.')
  @IsString()
  recipient_address: string;

  @Describe('Two letters of ISO 3166-1. Absent if its maker did not say it.')
  @MayBeAbsent()
  @IsString()
  recipient_country?: string;

  @Describe('The value that was sent. Adults need not send it.')
  @IsBoolean()
  guardian_confirmed: boolean;

  @Describe('When it was sent.')
  @IsDate()
  submitted_at: Date;
}

export class StaffShipmentView {
  @Describe('Where the parcel goes.')
  @Holds(() => RecipientView)
  shipment: RecipientView;
}
