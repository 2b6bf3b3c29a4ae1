import { MISSING_PARTS, type MissingPart } from '@shipyard/contracts';
import { defineErrors, Describe } from '@shipyard/http';
import { IsIn, IsInt } from 'class-validator';
import { ForbiddenMove } from '../projects';

export class MissingForReview {
  @Describe('What the project does not have yet.')
  @IsIn(MISSING_PARTS, { each: true })
  missing: MissingPart[];

  @Describe('The number that the program requires.')
  @IsInt()
  logs_required: number;

  @Describe('The number of logs that it has.')
  @IsInt()
  logs_present: number;
}

export const reviewErrors = defineErrors({
  REVIEW_NOT_READY: {
    status: 409,
    message: 'A review needs a README and enough logs. Add what details.missing lists.',
    details: MissingForReview,
  },
  REVIEW_IN_PROGRESS: {
    status: 409,
    message: "A review of this project is in progress. GET the project's status to follow it.",
    details: ForbiddenMove,
  },
});
