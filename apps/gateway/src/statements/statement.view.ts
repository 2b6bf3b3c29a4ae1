import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsDateString, IsNumber, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import type { Statement } from './statement.entity';
import { writeNumber } from './statement-number';

export class StatementLineView {
  @Describe('The model.')
  @IsString()
  model: string;

  @Describe('The class of unit, or `refund`.')
  @IsString()
  unit_type: string;

  @Describe('The name of the price list, as it was when the requests began. Null: a refund.')
  @OrNull()
  @IsString()
  price_list: string | null;

  @Describe('How many units: tokens for `…_1k_tokens`, images, requests, or refunds.')
  @IsNumber()
  units: number;

  @Describe('CNY, a decimal string. Negative for refunds.')
  @IsString()
  amount_cny: string;
}

export class StatementView {
  @Describe('The number of the statement. Numbers follow each other without gaps.')
  @IsString()
  number: string;

  @Describe('The customer.')
  @IsUUID()
  customer_id: string;

  @Describe('The name of the customer when the statement was closed.')
  @IsString()
  customer_name: string;

  @Describe('The month, as in `2026-11`.')
  @IsString()
  period: string;

  @Describe('The time zone of the customer when the statement was closed.')
  @IsString()
  time_zone: string;

  @Describe('When the period begins: where the one before ended.')
  @IsDateString()
  starts_at: string;

  @Describe('When the period ends. This moment is in the next one.')
  @IsDateString()
  ends_at: string;

  @Describe('When the statement was closed. It has not changed since.')
  @IsDateString()
  closed_at: string;

  @Describe('The number of the statement that this one replaces. Null: it replaces none.')
  @OrNull()
  @IsString()
  corrects: string | null;

  @Describe('Why it replaces the other. Null: it replaces none.')
  @OrNull()
  @IsString()
  reason: string | null;

  @Describe('The number of the statement that replaces this one. Null: none does.')
  @OrNull()
  @IsString()
  corrected_by: string | null;

  @Describe('What was charged and refunded, by model, class of unit and price list.')
  @ListOf(() => StatementLineView)
  lines: StatementLineView[];

  @Describe('The sum of the lines in CNY, a decimal string.')
  @IsString()
  total_cny: string;
}

export function toStatementView(row: Statement, correctedBy: number | null): StatementView {
  return {
    number: writeNumber(row.number),
    customer_id: row.customerId,
    customer_name: row.customerName,
    period: row.month.slice(0, 7),
    time_zone: row.timeZone,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    closed_at: row.closedAt.toISOString(),
    corrects: row.corrects === null ? null : writeNumber(row.corrects),
    reason: row.reason,
    corrected_by: correctedBy === null ? null : writeNumber(correctedBy),
    lines: row.lines.map(({ amount_nano, ...line }) => ({ ...line, amount_cny: formatCny(BigInt(amount_nano)) })),
    total_cny: formatCny(row.totalNano),
  };
}

export class StatementAnswer {
  @Describe('The statement.')
  @Holds(() => StatementView)
  statement: StatementView;
}
