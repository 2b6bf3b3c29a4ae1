import { Describe, OrNull } from '@shipyard/http';
import { IsDate, IsIn, IsString } from 'class-validator';

const DECISIONS = ['approve', 'request_changes', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export class DecisionView {
  @Describe('What staff decided.')
  @IsIn(DECISIONS)
  action: Decision;

  @Describe('What the staff wrote to the owner. Null for an approval.')
  @OrNull()
  @IsString()
  reason: string | null;

  @Describe('When they decided.')
  @IsDate()
  at: Date;
}
