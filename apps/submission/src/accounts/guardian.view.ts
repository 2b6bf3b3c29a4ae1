import { Describe, OrNull } from '@shipyard/http';
import { IsDate, IsIn } from 'class-validator';

export const GUARDIAN_STATUSES = ['asked', 'agreed', 'withdrawn'] as const;
export type GuardianStatus = (typeof GUARDIAN_STATUSES)[number];

/** What an account says about its guardian, without the guardian's name and address. */
export class GuardianView {
  @Describe('`asked`: the guardian has not answered yet. `withdrawn`: they refused, or took the agreement back.')
  @IsIn(GUARDIAN_STATUSES)
  status: GuardianStatus;

  @Describe('When the guardian was asked last.')
  @IsDate()
  asked_at: Date;

  @Describe('When the guardian agreed; null if they did not.')
  @OrNull()
  @IsDate()
  agreed_at: Date | null;
}
