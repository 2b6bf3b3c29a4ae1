import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsArray, IsBoolean, IsDateString, IsInt, IsString } from 'class-validator';

export class TotpView {
  @Describe('Whether signing in needs a second factor.')
  @IsBoolean()
  enabled: boolean;

  @Describe('Since when. Null if it does not.')
  @OrNull()
  @IsDateString()
  enabled_at: string | null;

  @Describe('How many recovery codes were not used yet.')
  @IsInt()
  recovery_codes_left: number;

  @Describe('Whether the role needs a second factor.')
  @IsBoolean()
  required: boolean;
}

export class TotpAnswer {
  @Describe('The second factor of the user.')
  @Holds(() => TotpView)
  totp: TotpView;
}

export class TotpBegunView {
  @Describe('For the authenticator app. Shown once.')
  @IsString()
  secret: string;

  @Describe('The same as a URL, which a QR code can show.')
  @IsString()
  otpauth_url: string;
}

export class ShownSecondFactorView {
  @Describe('When the second factor was shown.')
  @IsDateString()
  second_factor_at: string;

  @Describe('Until then, calls that need a recent second factor accept this session.')
  @IsDateString()
  fresh_until: string;
}

export class RecoveryCodesView {
  @Describe('Shown once. Each works once.')
  @IsString({ each: true })
  @IsArray()
  recovery_codes: string[];
}
