import {
  COUNTRIES,
  isLongerThan,
  PROGRAM_ID,
  PROGRAM_NAME_MAX,
  PROJECT_STATES,
  type ProjectState,
} from '@shipyard/contracts';
import { Describe, IsLine, IsQueryNumber, MayBeAbsent, OrNull, Satisfies } from '@shipyard/http';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { IsInstant } from '../text/instant';
import { IsReason } from '../text/reason';

const PARCEL_FACT = { min: 1, max: 120 };

export class ReasonDto {
  @Describe('1-2,000 characters, on one or more lines. Staff see it, so do not name a person.')
  @IsReason()
  reason: string;
}

export class ShipDto {
  @Describe('1-120 characters. The owner sees it.')
  @IsOptional()
  @OrNull()
  @IsLine(PARCEL_FACT)
  carrier?: string | null;

  @Describe('1-120 characters: the tracking number of the carrier. The owner sees it.')
  @IsOptional()
  @OrNull()
  @IsLine(PARCEL_FACT)
  tracking?: string | null;
}

export class WaitingProjectsQuery {
  @Describe('If absent: projects under review, and those that a reviewer can still decide on.')
  @MayBeAbsent()
  @IsIn(PROJECT_STATES)
  state?: ProjectState;

  @Describe('The most records on a page.')
  @IsQueryNumber(1, 500)
  limit = 200;

  @Describe('The number of records before the page.')
  @IsQueryNumber(0, 100_000)
  offset = 0;
}

const IsProgramId = () => Matches(PROGRAM_ID, { message: '$property must have 1 to 64 characters of a-z, 0-9 and -' });

/** The states in which a prize is on its way to its maker. */
export const SHIPPING_STATES = ['approved_to_ship', 'shipment_submitted', 'shipped'] as const;

export class ShippingQuery {
  @Describe('If absent: shipment_submitted, the projects whose prize can be sent.')
  @MayBeAbsent()
  @IsIn(SHIPPING_STATES)
  state: (typeof SHIPPING_STATES)[number] = 'shipment_submitted';

  @Describe('The id of a program. If absent: those of all programs.')
  @MayBeAbsent()
  @IsProgramId()
  program?: string;

  @Describe('The name of a prize. If absent: any.')
  @MayBeAbsent()
  @IsLine({ min: 1, max: PROGRAM_NAME_MAX })
  prize?: string;

  @Describe('Two letters of ISO 3166-1: only addresses whose maker chose that country. If absent: all.')
  @MayBeAbsent()
  @IsIn(COUNTRIES, { message: '$property must be a country code of ISO 3166-1, such as DE' })
  country?: string;

  @Describe('The most records on a page.')
  @IsQueryNumber(1, 500)
  limit = 200;

  @Describe('The number of records before the page.')
  @IsQueryNumber(0, 100_000)
  offset = 0;
}

const NOTES_MAX = 5_000;

function notesProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (isLongerThan(value, NOTES_MAX)) return `must have at most ${NOTES_MAX} characters`;
  return /[^\P{Cc}\r\n\t]|\p{Cs}/u.test(value) ? 'must not contain control characters' : null;
}

export class NotesDto {
  @Describe(
    'At most 5,000 characters, on one or more lines. All staff read it, and the maker does not. Empty: no notes.',
  )
  @Satisfies(notesProblem, { type: 'string', maxLength: NOTES_MAX })
  text: string;
}

export class FiguresQuery {
  @Describe('The id of a program. If absent: all programs.')
  @MayBeAbsent()
  @IsProgramId()
  program?: string;

  @Describe('Counts what happened at this time or later, such as 2030-01-31T12:00:00Z.')
  @MayBeAbsent()
  @IsInstant()
  from?: string;

  @Describe('Counts what happened before this time.')
  @MayBeAbsent()
  @IsInstant()
  to?: string;
}

/** The form on the page of the queue that saves a filter. The API has no such call. */
export class QueueFilterDto {
  @Describe('What the filter is called, 1-60 characters.')
  @IsLine({ min: 1, max: 60 })
  name: string;
}
