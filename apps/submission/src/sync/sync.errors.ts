import { defineErrors, Describe } from '@shipyard/http';
import { IsInt } from 'class-validator';

export class TakenSequences {
  @Describe('All sequences of the request that are already taken.')
  @IsInt({ each: true })
  sequences: number[];

  @Describe('The lowest sequence above all taken ones.')
  @IsInt()
  next_sequence: number;
}

export const syncErrors = defineErrors({
  LOG_SEQUENCE_EXISTS: {
    status: 409,
    message:
      'Some sequences are taken, and logs are never overwritten. Renumber the logs in details.sequences from details.next_sequence on.',
    details: TakenSequences,
  },
});
