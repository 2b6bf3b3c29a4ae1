import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsArray, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { MAIL_LANGUAGES, type MailLanguage } from '../mail';
import { formatCny } from '../money';
import { CUSTOMER_EVENTS, type CustomerEvent } from '../webhooks';
import { CUSTOMER_STATUSES, type Customer } from './customer.entity';
import { BudgetView, RatesView } from './terms.view';

/** For all keys of a customer together. Null: no limit. */
export class CustomerLimitsView extends RatesView {
  @Describe('What it may spend in a day of its time zone. Null for no limit.')
  @OrNull()
  @IsString()
  spend_day_cny: string | null;

  @Describe('What it may spend in a month of its time zone. Null for no limit.')
  @OrNull()
  @IsString()
  spend_month_cny: string | null;

  @Describe('The models that its keys may use. Null for all.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  models: string[] | null;
}

/** What a new key gets where nothing else is said. */
export class KeyDefaultsView extends RatesView {
  @Describe('The models that it may use. Null for all.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  models: string[] | null;

  @Describe('What it may spend. Null for no limit.')
  @OrNull()
  @Holds(() => BudgetView)
  budget: BudgetView | null;
}

/** When webhooks and readers of mail are told. */
export class CustomerAlertsView {
  @Describe('A balance below it is told. Null: none is.')
  @OrNull()
  @IsString()
  balance_below_cny: string | null;

  @Describe('A balance that lasts less than this many days, at the rate of the last 24 hours, is told.')
  @IsInt()
  days_left: number;

  @Describe('A key that expires within this many days is told.')
  @IsInt()
  key_expires_days: number;

  @Describe('The addresses that are told by mail, too.')
  @IsString({ each: true })
  @IsArray()
  mail_to: string[];

  @Describe('What they are told of.')
  @IsIn(CUSTOMER_EVENTS, { each: true })
  @IsArray()
  mail_events: CustomerEvent[];

  @Describe('The language of these mails.')
  @IsIn(MAIL_LANGUAGES)
  language: MailLanguage;
}

export class CustomerView {
  @Describe('The id of the customer.')
  @IsUUID()
  id: string;

  @Describe('The name of the customer.')
  @IsString()
  name: string;

  @Describe('IANA time zone of budgets.')
  @IsString()
  time_zone: string;

  @Describe('A suspended customer cannot use its keys.')
  @IsIn(CUSTOMER_STATUSES)
  status: Customer['status'];

  @Describe('CNY as a decimal string.')
  @IsString()
  balance_cny: string;

  @Describe('What running requests and tasks hold.')
  @IsString()
  held_cny: string;

  @Describe('How far the balance may go below zero: CNY as a decimal string.')
  @IsString()
  credit_line_cny: string;

  @Describe('From then on the keys are refused, as those of a suspended customer. Null: never.')
  @OrNull()
  @IsDateString()
  overdue_at: string | null;

  @Describe('What all keys together may do.')
  @Holds(() => CustomerLimitsView)
  limits: CustomerLimitsView;

  @Describe('What a new key gets where nothing else is said.')
  @Holds(() => KeyDefaultsView)
  key_defaults: KeyDefaultsView;

  @Describe('When webhooks and readers of mail are told of its balance and keys.')
  @Holds(() => CustomerAlertsView)
  alerts: CustomerAlertsView;

  @Describe('How many image tasks may be unfinished at once.')
  @IsInt()
  max_open_tasks: number;

  @Describe('How many finished image tasks may wait to be retrieved.')
  @IsInt()
  max_unfetched_tasks: number;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class CustomerAnswer {
  @Describe('The customer.')
  @Holds(() => CustomerView)
  customer: CustomerView;
}

export class BalanceView {
  @Describe('The sum of the ledger.')
  @IsString()
  balance_cny: string;

  @Describe('What running requests and tasks hold.')
  @IsString()
  held_cny: string;

  @Describe('The balance without what is held.')
  @IsString()
  available_cny: string;
}

export function toCustomerView({
  id,
  name,
  timeZone,
  status,
  balanceNano,
  heldNano,
  maxOpenTasks,
  maxUnfetchedTasks,
  createdAt,
  ...terms
}: Customer): CustomerView {
  return {
    id,
    name,
    time_zone: timeZone,
    status,
    balance_cny: formatCny(balanceNano),
    held_cny: formatCny(heldNano),
    credit_line_cny: formatCny(terms.creditLineNano),
    overdue_at: terms.overdueAt?.toISOString() ?? null,
    limits: toLimitsView(terms),
    key_defaults: toKeyDefaultsView(terms.keyDefaults),
    alerts: toAlertsView(terms),
    max_open_tasks: maxOpenTasks,
    max_unfetched_tasks: maxUnfetchedTasks,
    created_at: createdAt.toISOString(),
  };
}

const toKeyDefaultsView = ({
  models,
  rpm,
  tpm,
  max_concurrency,
  budget,
}: Customer['keyDefaults']): KeyDefaultsView => ({
  models: models ?? null,
  rpm: rpm ?? null,
  tpm: tpm ?? null,
  max_concurrency: max_concurrency ?? null,
  budget: budget ?? null,
});

type AlertColumns = Pick<
  Customer,
  | 'alertBalanceBelowNano'
  | 'alertDaysLeft'
  | 'alertKeyExpiresDays'
  | 'alertMailTo'
  | 'alertMailEvents'
  | 'alertLanguage'
>;

const toAlertsView = ({
  alertBalanceBelowNano,
  alertDaysLeft,
  alertKeyExpiresDays,
  alertMailTo,
  alertMailEvents,
  alertLanguage,
}: AlertColumns): CustomerAlertsView => ({
  balance_below_cny: alertBalanceBelowNano === null ? null : formatCny(alertBalanceBelowNano),
  days_left: alertDaysLeft,
  key_expires_days: alertKeyExpiresDays,
  mail_to: alertMailTo,
  mail_events: alertMailEvents,
  language: alertLanguage,
});

type LimitColumns = Pick<
  Customer,
  'limitRpm' | 'limitTpm' | 'limitMaxConcurrency' | 'limitModels' | 'spendDayNano' | 'spendMonthNano'
>;

const toLimitsView = (limits: LimitColumns): CustomerLimitsView => ({
  rpm: limits.limitRpm,
  tpm: limits.limitTpm,
  max_concurrency: limits.limitMaxConcurrency,
  spend_day_cny: limits.spendDayNano === null ? null : formatCny(limits.spendDayNano),
  spend_month_cny: limits.spendMonthNano === null ? null : formatCny(limits.spendMonthNano),
  models: limits.limitModels,
});

export function toBalanceView({ balanceNano, heldNano }: Customer): BalanceView {
  return {
    balance_cny: formatCny(balanceNano),
    held_cny: formatCny(heldNano),
    available_cny: formatCny(balanceNano - heldNano),
  };
}
