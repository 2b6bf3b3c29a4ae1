import { Describe, OrNull } from '@shipyard/http';
import { ArrayMaxSize, ArrayMinSize, IsBoolean, IsDateString, IsInt, IsString } from 'class-validator';

export class TotpView {
  @Describe('Log-ins need a code.')
  @IsBoolean()
  enabled: boolean;

  @OrNull()
  @IsDateString()
  enabled_at: string | null;

  @IsInt()
  recovery_codes_left: number;

  @Describe('A role of the account cannot be used without a second factor.')
  @IsBoolean()
  required: boolean;
}

export class BegunTotpView {
  @Describe('In base32, to be typed into an authenticator app. Nobody sees it again.')
  @IsString()
  secret: string;

  @Describe('`otpauth://totp/…`: the same for a QR code.')
  @IsString()
  otpauth_url: string;
}

export class RecoveryCodesView {
  @Describe('Each stands for one code of the app. Nobody sees them again.')
  @ArrayMinSize(10)
  @ArrayMaxSize(10)
  @IsString({ each: true })
  recovery_codes: string[];
}

export class ShownSecondFactorView {
  @IsDateString()
  second_factor_at: string;

  @Describe('Until then calls that ask for it again take it as given.')
  @IsDateString()
  fresh_until: string;
}
