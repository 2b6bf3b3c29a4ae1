import { defineErrors, Describe } from '@shipyard/http';
import { IsIn, IsInt } from 'class-validator';

export class TakenSequences {
  @Describe('All that clash.')
  @IsInt({ each: true })
  sequences: number[];

  @Describe('The lowest above all that are taken.')
  @IsInt()
  next_sequence: number;
}

export class MissingForCompletion {
  @IsIn(['readme', 'logs'], { each: true })
  missing: ('readme' | 'logs')[];
}

export const syncErrors = defineErrors({
  LOG_SEQUENCE_EXISTS: {
    status: 409,
    message: 'Some sequences are taken, and logs are never overwritten. See details.sequences and details.next_sequence.',
    details: TakenSequences,
  },
  PROJECT_INCOMPLETE: { status: 400, message: 'A completed project needs a README and a log. See details.missing.', details: MissingForCompletion },
});
