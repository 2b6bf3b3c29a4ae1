import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsBoolean, IsString } from 'class-validator';
import { IsEmailAddress, IsPassword } from '../accounts';

export class RequestResetDto {
  @Describe('The email of the account.')
  @IsEmailAddress()
  email: string;
}

export class ResetPasswordDto {
  @Describe('`prt_…`, from the link.')
  @IsString()
  reset_token: string;

  @Describe('10-200 characters, and not one of the 10,000 most common passwords.')
  @IsPassword()
  password: string;

  @Describe('Whether to revoke all tokens too. If absent: they stay, unless this reset confirms the email.')
  @MayBeAbsent()
  @IsBoolean()
  revoke_tokens?: boolean;
}
