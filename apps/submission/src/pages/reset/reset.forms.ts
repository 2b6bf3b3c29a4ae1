import { MayBeAbsent } from '@shipyard/http';
import { IsIn } from 'class-validator';
import { IsEmailAddress, IsPassword } from '../../accounts';

export class ResetRequestForm {
  @IsEmailAddress()
  email: string;
}

export class NewPasswordForm {
  @IsPassword()
  password: string;

  /** Browsers send a box only if it is checked. */
  @MayBeAbsent()
  @IsIn(['yes'])
  revoke_tokens?: 'yes';
}
