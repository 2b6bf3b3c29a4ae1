import { Describe, IsLine, MayBeAbsent } from '@shipyard/http';
import { Matches } from 'class-validator';
import { IsSentPassword } from './password-fields';

const IsCode = () => Matches(/^\d{6}$/, { message: '$property must have 6 digits' });

export class ProofDto {
  @Describe('The six digits that the app shows. Each code is accepted once.')
  @MayBeAbsent()
  @IsCode()
  code?: string;

  @Describe('Replaces a code. Each recovery code is accepted once.')
  @MayBeAbsent()
  @IsLine({ min: 1, max: 40 })
  recovery_code?: string;
}

export class BeginTotpDto {
  @Describe('The password of the account.')
  @IsSentPassword()
  password: string;
}

export class ConfirmTotpDto {
  @Describe('The six digits that the app shows for the new secret.')
  @IsCode()
  code: string;
}

export class TurnOffTotpDto extends ProofDto {
  @Describe('The password of the account.')
  @IsSentPassword()
  password: string;
}
