import { PASSWORD } from '@shipyard/auth';
import { IsLine, lineProblem, lineSchema, Satisfies } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { IsEmail, IsIn, Matches, MaxLength } from 'class-validator';
import { ADMIN_ROLES, type AdminRole } from './admin-key.entity';

/** The longest address that mail can carry. */
const EMAIL_MAX = 254;

const InSmallLetters = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value));

export class LogInDto {
  @InSmallLetters()
  @Satisfies((value) => lineProblem(value, { min: 1, max: EMAIL_MAX }), lineSchema({ min: 1, max: EMAIL_MAX }))
  email: string;

  @Satisfies((value) => lineProblem(value, { min: 1, max: PASSWORD.max }), lineSchema({ min: 1, max: PASSWORD.max }))
  password: string;
}

export class CreateAdminKeyDto {
  /** 1-200 characters: what the key is for. */
  @IsLine({ min: 1, max: 200 })
  name: string;

  @IsIn(ADMIN_ROLES)
  role: AdminRole;
}

export class CreateConsoleUserDto {
  /** Kept in small letters, unique. */
  @InSmallLetters()
  @MaxLength(EMAIL_MAX)
  @Matches(/^[\x21-\x7e]*$/, { message: 'email must be an email address of ASCII letters' })
  @IsEmail({}, { message: 'email must be an email address' })
  email: string;

  /** 10-200 characters. */
  @Satisfies((value) => lineProblem(value, PASSWORD), lineSchema(PASSWORD))
  password: string;

  @IsIn(ADMIN_ROLES)
  role: AdminRole;
}
