import { applyDecorators } from '@nestjs/common';
import { instantOf, isLongerThan, normaliseLine } from '@shipyard/contracts';
import { Describe, IsEmailAddress, IsLine, MayBeAbsent, OrNull, Satisfies } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional, Matches, MaxLength } from 'class-validator';
import { type Locale, LOCALES } from './account.entity';
import { birthDateProblem } from './birth-date';
import { IsPassword, IsSentPassword } from './password-fields';
import { type Scope, SCOPES } from './scopes';
import { ProofDto } from './second-factor.dto';
import { RECENT_MINUTES } from './recent-sign-in.service';

const DISPLAY_NAME = { min: 1, max: 80 };
const TOKEN_NAME = { min: 1, max: 80 };
const BIO_MAX = 500;
const EMAIL_MAX = 254;

export const IsBirthDate = () => Satisfies((value) => birthDateProblem(value), { type: 'string', format: 'date' });

export const IsAccountEmail = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseLine(value, EMAIL_MAX) : value)),
    MaxLength(EMAIL_MAX),
    IsEmailAddress(),
  );

export class CreateAccountDto {
  @Describe('3-32 of `[a-z0-9-]`. It stays taken even after a deletion.')
  @Matches(/^[a-z0-9-]{3,32}$/, { message: 'handle must have 3 to 32 characters of a-z, 0-9 and -' })
  handle: string;

  @Describe('1-80 characters.')
  @IsLine(DISPLAY_NAME)
  display_name: string;

  @Describe('Where mails go. One account for each email.')
  @IsAccountEmail()
  email: string;

  @Describe('10-200 characters, and not one of the 10,000 most common passwords.')
  @IsPassword()
  password: string;

  @Describe('`YYYY-MM-DD`.')
  @IsOptional()
  @IsBirthDate()
  birth_date?: string | null;

  @Describe('The address of a parent or guardian, who gets a link by mail. Not stored if the person is old enough.')
  @IsOptional()
  @IsAccountEmail()
  guardian_email?: string | null;
}

export class LogInDto extends ProofDto {
  @Describe('The email of the account.')
  @IsLine({ min: 1, max: EMAIL_MAX })
  email: string;

  @Describe('The password of the account.')
  @IsSentPassword()
  password: string;
}

export class ChangeAccountDto {
  @Describe('1-80 characters.')
  @MayBeAbsent()
  @IsLine(DISPLAY_NAME)
  display_name?: string;

  @Describe('At most 500 characters, on one or more lines.')
  @MayBeAbsent()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? normaliseLine(value, BIO_MAX).replace(/\r\n?/g, '\n') : value,
  )
  @Satisfies(bioProblem, { type: 'string', maxLength: BIO_MAX })
  bio?: string;

  @Describe('The language of pages and mails.')
  @MayBeAbsent()
  @IsIn(LOCALES)
  locale?: Locale;

  @Describe('True: no mails but those about the safety of the account.')
  @MayBeAbsent()
  @IsBoolean()
  mail_opt_out?: boolean;

  @Describe('Allowed only if the account has none yet.')
  @MayBeAbsent()
  @IsBirthDate()
  birth_date?: string;

  @Describe('10-200 characters, and not one of the 10,000 most common passwords. Needs `current_password`.')
  @MayBeAbsent()
  @IsPassword()
  password?: string;

  @Describe('Required with `password`.')
  @MayBeAbsent()
  @IsSentPassword()
  current_password?: string;

  @Describe(
    'With a new password: true revokes all tokens, false none. If absent: those of the command line and of connected apps are revoked.',
  )
  @MayBeAbsent()
  @IsBoolean()
  revoke_tokens?: boolean;
}

export class CreateTokenDto {
  @Describe('1-80 characters: what the token is for.')
  @IsLine(TOKEN_NAME)
  name: string;

  @Describe(
    'ISO 8601 with an offset, in the future. If absent: it does not expire. A token that is created with another token never outlives it.',
  )
  @IsOptional()
  @Satisfies(expiryProblem, { type: 'string', format: 'date-time' })
  expires_at?: string | null;

  @Describe('What the token may do, without repeats. If absent or null: everything that its holder may.')
  @IsOptional()
  @OrNull()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(SCOPES, { each: true })
  scopes?: Scope[] | null;

  @Describe(`Required if the session signed in more than ${RECENT_MINUTES} minutes ago.`)
  @MayBeAbsent()
  @IsSentPassword()
  current_password?: string;
}

function bioProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const length = `must have at most ${BIO_MAX} characters`;
  if (isLongerThan(value, BIO_MAX)) return length;
  if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return 'must not contain control characters';
  return null;
}

function expiryProblem(value: unknown): string | null {
  const expiresAt = instantOf(value);
  if (expiresAt === null) return 'must be a time such as 2030-01-31T12:00:00Z';
  return expiresAt.getTime() > Date.now() ? null : 'must be in the future';
}
