import { applyDecorators } from '@nestjs/common';
import { commonPasswordProblem, PASSWORD } from '@shipyard/auth';
import { lineProblem, lineSchema } from '@shipyard/contracts';
import { Describe, IsEmailAddress, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { IsIn, Matches, MaxLength } from 'class-validator';
import { ADMIN_ROLES, type AdminRole } from './admin-key.entity';

/** The longest address that mail supports. */
const EMAIL_MAX = 254;

const ROLES_IN_WORDS =
  'A viewer reads. An operator may not manage admin keys and console users. An owner may do everything.';

const InSmallLetters = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value));

const IsSentPassword = () =>
  Satisfies((value) => lineProblem(value, { min: 1, max: PASSWORD.max }), lineSchema({ min: 1, max: PASSWORD.max }));
const IsCode = () => Matches(/^\d{6}$/, { message: '$property must have 6 digits' });

export class ProofDto {
  @Describe('The 6 digits of the authenticator app. Send one of `code` and `recovery_code` if the second factor is on.')
  @MayBeAbsent()
  @IsCode()
  code?: string;

  @Describe('A recovery code, which works once.')
  @MayBeAbsent()
  @IsLine({ min: 1, max: 40 })
  recovery_code?: string;
}

export class SignInDto extends ProofDto {
  @Describe('The email address of a console user, in any case.')
  @InSmallLetters()
  @Satisfies((value) => lineProblem(value, { min: 1, max: EMAIL_MAX }), lineSchema({ min: 1, max: EMAIL_MAX }))
  email: string;

  @Describe('The password of the user.')
  @IsSentPassword()
  password: string;
}

export class BeginTotpDto {
  @Describe('The password of the user who is signed in.')
  @IsSentPassword()
  password: string;
}

export class ConfirmTotpDto {
  @Describe('The 6 digits that the authenticator app shows now.')
  @IsCode()
  code: string;
}

export class TurnOffTotpDto extends ProofDto {
  @Describe('The password of the user who is signed in.')
  @IsSentPassword()
  password: string;
}

export class CreateAdminKeyDto {
  @Describe('1-200 characters: what the key is for.')
  @IsLine({ min: 1, max: 200 })
  name: string;

  @Describe(ROLES_IN_WORDS)
  @IsIn(ADMIN_ROLES)
  role: AdminRole;
}

/** The email of somebody who will sign in. */
export const IsLoginEmail = () =>
  applyDecorators(
    InSmallLetters(),
    MaxLength(EMAIL_MAX),
    Matches(/^[\x21-\x7e]*$/, { message: 'email must be an email address of ASCII letters' }),
    IsEmailAddress(),
  );

export const IsNewPassword = () =>
  Satisfies((value) => lineProblem(value, PASSWORD) ?? commonPasswordProblem(value), lineSchema(PASSWORD));

export class ChangeConsoleUserDto {
  @Describe(ROLES_IN_WORDS)
  @IsIn(ADMIN_ROLES)
  role: AdminRole;
}

export class CreateConsoleUserDto {
  @Describe('An address of ASCII letters, at most 254 characters. Stored in lower case, unique.')
  @IsLoginEmail()
  email: string;

  @Describe('10-200 characters, and not one of the 10,000 most common passwords.')
  @IsNewPassword()
  password: string;

  @Describe(ROLES_IN_WORDS)
  @IsIn(ADMIN_ROLES)
  role: AdminRole;
}
