import { Describe } from '@shipyard/http';
import { IsBoolean, IsIn } from 'class-validator';

export class ConfirmedEmailView {
  @Describe('Always true: a link that does not work is refused.')
  @IsIn([true])
  confirmed: true;
}

export class RequestedConfirmationView {
  @Describe('False if the email is confirmed already.')
  @IsBoolean()
  requested: boolean;
}
