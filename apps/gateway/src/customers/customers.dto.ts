import { instantOf } from '@shipyard/contracts';
import { Describe, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { Type } from 'class-transformer';
import {
  ArrayUnique,
  IsArray,
  isEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { timeZoneProblem } from '../database/time-zone';
import { MAIL_LANGUAGES, type MailLanguage } from '../mail';
import { AMOUNT_SCHEMA, amountProblem } from '../money';
import { CUSTOMER_EVENTS, type CustomerEvent } from '../webhooks';
import { CUSTOMER_STATUSES, type CustomerStatus } from './customer.entity';
import { BudgetDto, isAmount, LIST_MAX, MODELS_SCHEMA, modelsProblem, RatesDto } from './terms.dto';

const MOST_TASKS = 1_000_000;

const MOST_CREDIT_NANO = 10n ** 17n;

/** For all keys of a customer together. An absent one stays; null removes it. */
export class CustomerLimitsDto extends RatesDto {
  @Describe('What may be spent in a day of its time zone: CNY as a decimal string; null: no limit.')
  @IsOptional()
  @Satisfies(isAmount, AMOUNT_SCHEMA)
  spend_day_cny?: string | null;

  @Describe('What may be spent in a month of its time zone: CNY as a decimal string; null: no limit.')
  @IsOptional()
  @Satisfies(isAmount, AMOUNT_SCHEMA)
  spend_month_cny?: string | null;

  @Describe(`The ids of the models that its keys may use, 1-${LIST_MAX}; null: all.`)
  @IsOptional()
  @Satisfies(modelsProblem, MODELS_SCHEMA)
  models?: string[] | null;
}

/** What a new key gets where nothing else is said. An absent one stays; null removes it. */
export class KeyDefaultsDto extends RatesDto {
  @Describe(`The ids of the models that it may use, 1-${LIST_MAX}; null: all.`)
  @IsOptional()
  @Satisfies(modelsProblem, MODELS_SCHEMA)
  models?: string[] | null;

  @Describe('The most that it may spend in a day or a month; null: no limit.')
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => BudgetDto)
  budget?: BudgetDto | null;
}

const USUAL_DAYS = 7;
const MAIL_TO_MAX = 10;
const MAIL_TO_SCHEMA = {
  type: 'array',
  items: { type: 'string', format: 'email', maxLength: 254 },
  maxItems: MAIL_TO_MAX,
};

/** When webhooks and readers of mail are told. An absent field stays. */
export class CustomerAlertsDto {
  @Describe('A balance below it is told: CNY as a decimal string; null: none is.')
  @IsOptional()
  @Satisfies(isAmount, AMOUNT_SCHEMA)
  balance_below_cny?: string | null;

  @Describe(
    `Tells of a balance that lasts less than this many days, at the rate of the last 24 hours. A new customer gets ${USUAL_DAYS}.`,
  )
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(365)
  days_left?: number;

  @Describe(`Tells of a key that expires within this many days. A new customer gets ${USUAL_DAYS}.`)
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(60)
  key_expires_days?: number;

  @Describe(`The addresses that are told by mail, too: at most ${MAIL_TO_MAX}. A new customer has none.`)
  @MayBeAbsent()
  @Satisfies(mailToProblem, MAIL_TO_SCHEMA)
  mail_to?: string[];

  @Describe('What they are told of. A new customer gets all but image_task.finished.')
  @MayBeAbsent()
  @IsIn(CUSTOMER_EVENTS, { each: true })
  @ArrayUnique()
  @IsArray()
  mail_events?: CustomerEvent[];

  @Describe('The language of these mails. A new customer gets en.')
  @MayBeAbsent()
  @IsIn(MAIL_LANGUAGES)
  language?: MailLanguage;
}

class CustomerTerms {
  @Describe('Limits for all keys of the customer together, above those of each key; null removes all.')
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => CustomerLimitsDto)
  limits?: CustomerLimitsDto | null;

  @Describe('How far the balance may go below zero: CNY as a decimal string, at most 100,000,000. If absent: 0.')
  @MayBeAbsent()
  @Satisfies((value) => amountProblem(value, { min: 0n, max: MOST_CREDIT_NANO }), AMOUNT_SCHEMA)
  credit_line_cny?: string;

  @Describe('A time with its offset. From then on the keys are refused, as those of a suspended customer; null: never.')
  @IsOptional()
  @Satisfies(timeProblem, { type: 'string', format: 'date-time' })
  overdue_at?: string | null;

  @Describe('What a new key gets where POST /admin/keys does not say otherwise; null removes all.')
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => KeyDefaultsDto)
  key_defaults?: KeyDefaultsDto | null;

  @Describe('When webhooks and readers of mail are told of its balance and keys.')
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => CustomerAlertsDto)
  alerts?: CustomerAlertsDto;

  @Describe('The maximum number of unfinished image tasks. Further submissions get 429. A new customer gets 2,000.')
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_open_tasks?: number;

  @Describe(
    'The maximum number of succeeded image tasks that were not retrieved. Further submissions get 429. A new customer gets 2,000.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_unfetched_tasks?: number;
}

export class CreateCustomerDto extends CustomerTerms {
  @Describe('1-200 characters.')
  @IsLine({ min: 1, max: 200 })
  name: string;

  @Describe('The IANA time zone of the days and months of budgets. If absent: Asia/Shanghai.')
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  @Describe('Keys of a suspended customer are refused. If absent: active.')
  @MayBeAbsent()
  @IsIn(CUSTOMER_STATUSES)
  status?: CustomerStatus;
}

export class ChangeCustomerDto extends CustomerTerms {
  @Describe('1-200 characters.')
  @MayBeAbsent()
  @IsLine({ min: 1, max: 200 })
  name?: string;

  @Describe('The IANA time zone of the days and months of budgets, such as Asia/Shanghai.')
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  @Describe('Keys of a suspended customer are refused.')
  @MayBeAbsent()
  @IsIn(CUSTOMER_STATUSES)
  status?: CustomerStatus;
}

/** `isEmail` throws for half a character. */
const isAddress = (value: unknown) => typeof value === 'string' && /^[\x21-\x7e]{3,254}$/.test(value) && isEmail(value);

function mailToProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > MAIL_TO_MAX) return `must be a list of at most ${MAIL_TO_MAX} addresses`;
  const at = value.findIndex((address: unknown) => !isAddress(address));
  if (at >= 0) return `is wrong at [${at}]: that item must be an email address`;
  return new Set(value).size < value.length ? 'must not contain the same item twice' : null;
}

function timeProblem(value: unknown): string | null {
  return instantOf(value) === null ? 'must be a time such as 2030-01-31T12:00:00Z' : null;
}
