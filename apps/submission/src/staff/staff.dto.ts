import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { Describe, IsLine, IsQueryNumber, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsIn, IsOptional } from 'class-validator';
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
