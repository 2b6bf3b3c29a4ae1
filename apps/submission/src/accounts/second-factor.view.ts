import { RECOVERY_CODES } from '@shipyard/auth';
import { Describe, OrNull } from '@shipyard/http';
import { ArrayMaxSize, ArrayMinSize, IsBoolean, IsDateString, IsInt, IsString } from 'class-validator';

export class TotpView {
  @Describe('Whether a sign-in needs a code.')
  @IsBoolean()
  enabled: boolean;

  @Describe('Since when. Null if there is no second factor.')
  @OrNull()
  @IsDateString()
  enabled_at: string | null;

  @Describe('How many recovery codes were not used yet.')
  @IsInt()
  recovery_codes_left: number;

  @Describe('Whether a role of the account needs a second factor.')
  @IsBoolean()
  required: boolean;
}

export class BegunTotpView {
  @Describe('The secret in base32, for an authenticator app. It is shown only here.')
  @IsString()
  secret: string;

  @Describe('`otpauth://totp/…`: the same for a QR code.')
  @IsString()
  otpauth_url: string;
}

export class RecoveryCodesView {
  @Describe('Each replaces one code of the app. They are shown only here.')
  @ArrayMinSize(RECOVERY_CODES)
  @ArrayMaxSize(RECOVERY_CODES)
  @IsString({ each: true })
  recovery_codes: string[];
}

export class ShownSecondFactorView {
  @Describe('When the second factor was given.')
  @IsDateString()
  second_factor_at: string;

  @Describe('Until then, calls that need a recent second factor accept this session.')
  @IsDateString()
  fresh_until: string;
}
