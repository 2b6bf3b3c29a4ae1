import { MayBeAbsent } from '@shipyard/http';
import { IsIn } from 'class-validator';
import { IsAccountEmail, IsPassword } from '../../accounts';

export class ResetRequestForm {
  @IsAccountEmail()
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
