import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { Describe, Holds } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString } from 'class-validator';

export class SubmittedShipmentView {
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @IsDate()
  submitted_at: Date;
}

export class WithdrawnShipmentView {
  @IsIn(PROJECT_STATES)
  state: ProjectState;
}

export class RecipientView {
  @IsString()
  recipient_name: string;

  @IsString()
  recipient_phone: string;

  @IsString()
  recipient_address: string;

  @Describe('The value that was sent. Adults need not send it.')
  @IsBoolean()
  guardian_confirmed: boolean;

  @IsDate()
  submitted_at: Date;
}

export class StaffShipmentView {
  @Holds(() => RecipientView)
  shipment: RecipientView;
}
