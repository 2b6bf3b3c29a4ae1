import { COUNTRIES, lineProblem, lineSchema, normaliseLine } from '@shipyard/contracts';
import { Describe, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn } from 'class-validator';
import { CONSENT_TEXT } from './guardian-consent';

/** The maximum of characters of each field. */
export const RECIPIENT_LIMITS = { recipient_name: 100, recipient_phone: 50, recipient_address: 500 };

const NAME = { min: 1, max: RECIPIENT_LIMITS.recipient_name };
const PHONE = { min: 1, max: RECIPIENT_LIMITS.recipient_phone };
const ADDRESS = { min: 1, max: RECIPIENT_LIMITS.recipient_address };

export class SubmitShipmentDto {
  @Describe('Real name, 1-100 characters.')
  @IsLine(NAME)
  recipient_name: string;

  @Describe('1-50 characters.')
  @IsLine(PHONE)
  recipient_phone: string;

  @Describe('1-500 characters, on one or more lines.')
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? normaliseLine(value, ADDRESS.max).replace(/\r\n?/g, '\n') : value,
  )
  @Satisfies(addressProblem, lineSchema(ADDRESS))
  recipient_address: string;

  @Describe('Two letters of ISO 3166-1, such as DE. Staff sort parcels by it. If absent: not known.')
  @MayBeAbsent()
  @IsIn(COUNTRIES, { message: '$property must be a country code of ISO 3166-1, such as DE' })
  recipient_country?: string;

  @Describe(`Needed from participants under 18, or without a known date of birth. True says: “${CONSENT_TEXT.words}”`)
  @MayBeAbsent()
  @IsBoolean()
  guardian_confirmed = false;
}

function addressProblem(value: unknown): string | null {
  return lineProblem(typeof value === 'string' ? value.replace(/\n/g, ' ') : value, ADDRESS);
}
