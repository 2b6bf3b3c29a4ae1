import { applyDecorators } from '@nestjs/common';
import { Describe } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { CalendarTime } from './calendar-time';
import { DEFAULT_FROM } from './report-range';

/** Pages read these from their addresses too. This one is of a model or a supplier, which operators choose. */
export const CATALOG_ID = /^[^\p{Cc}]{1,200}$/u;
export const ERROR_CODE = /^[a-z_]{1,64}$/;
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** `records` are what the list has, such as requests. */
export const OfCustomer = (records: string) =>
  applyDecorators(
    Describe(`The id of a customer. If absent: the ${records} of all customers.`),
    IsOptional(),
    IsUUID(),
  );

export const OfKey = (description = 'The id of a key.') =>
  applyDecorators(Describe(description), IsOptional(), IsUUID());

export const OfModel = () =>
  applyDecorators(
    Describe('The id of a model.'),
    IsOptional(),
    Matches(CATALOG_ID, { message: '$property must be the id of a model' }),
  );

export const WithErrorCode = () =>
  applyDecorators(
    Describe('An error code, such as `rate_limit_exceeded`.'),
    IsOptional(),
    Matches(ERROR_CODE, { message: '$property must be a code of the error table' }),
  );

export const OfRequest = () =>
  applyDecorators(
    Describe('The `X-Request-Id` of a call: 1-128 of `A-Z a-z 0-9 . _ : -`.'),
    IsOptional(),
    Matches(REQUEST_ID, { message: '$property must be the id of a request' }),
  );

const TIME = 'A date (midnight in UTC) or a time with its offset';

export const Since = (records: string) =>
  applyDecorators(Describe(`${TIME}: ${records} from then on.`), CalendarTime());

/** `ifAbsent`: what its absence means, if it is no lack of an end. */
export const Before = (records: string, ifAbsent = '') =>
  applyDecorators(Describe(`${TIME}: ${records} before it.${ifAbsent && ` ${ifAbsent}`}`), CalendarTime());

/** The range of a report, which always begins and ends somewhere. */
export const ReportSince = () => applyDecorators(Describe(`${TIME}. ${DEFAULT_FROM}`), CalendarTime());
export const ReportBefore = (records: string) => Before(records, 'If absent: now.');

export const GroupedBy = (groups: readonly string[]) =>
  applyDecorators(
    Describe(`Any of ${groups.join(', ')}, separated by commas. If absent: day.`),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value)),
    ArrayMinSize(1),
    ArrayMaxSize(groups.length),
    ArrayUnique(),
    IsIn(groups, {
      each: true,
      message: `$property must be one or more of ${groups.join(', ')}, separated by commas`,
    }),
  );
