import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsArray, IsBoolean, IsDateString, IsInt, IsString } from 'class-validator';

export class TotpView {
  @IsBoolean()
  enabled: boolean;

  @OrNull()
  @IsDateString()
  enabled_at: string | null;

  @IsInt()
  recovery_codes_left: number;

  @Describe('Whether your role needs a second factor.')
  @IsBoolean()
  required: boolean;
}

export class TotpAnswer {
  @Holds(() => TotpView)
  totp: TotpView;
}

export class TotpBegunView {
  @Describe('For the authenticator app. Shown once.')
  @IsString()
  secret: string;

  @IsString()
  otpauth_url: string;
}

export class RecoveryCodesView {
  @Describe('Shown once. Each works once.')
  @IsString({ each: true })
  @IsArray()
  recovery_codes: string[];
}
