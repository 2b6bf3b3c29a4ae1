import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsBoolean, IsString } from 'class-validator';
import { IsAccountEmail, IsPassword } from '../accounts';

export class RequestResetDto {
  @Describe('The email of the account.')
  @IsAccountEmail()
  email: string;
}

export class ResetPasswordDto {
  @Describe('`prt_…`, from the link.')
  @IsString()
  reset_token: string;

  @Describe('10-200 characters, and not one of the 10,000 most common passwords.')
  @IsPassword()
  password: string;

  @Describe(
    'True revokes all tokens, false none. If absent: those of the command line and of connected apps are revoked. A reset that confirms the email revokes all.',
  )
  @MayBeAbsent()
  @IsBoolean()
  revoke_tokens?: boolean;
}
