import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsIn } from 'class-validator';
import { IsSentPassword, RECENT_MINUTES } from '../accounts';

export const PROJECT_FATES = ['anonymise', 'delete'] as const;
export type ProjectFate = (typeof PROJECT_FATES)[number];

export class DeleteAccountDto {
  @Describe(
    '`delete` erases all projects. `anonymise` keeps public and unlisted ones without a name, with README and logs as they are, and erases private ones.',
  )
  @IsIn(PROJECT_FATES)
  projects: ProjectFate;

  @Describe(`Required with a token, and if the session signed in more than ${RECENT_MINUTES} minutes ago.`)
  @MayBeAbsent()
  @IsSentPassword()
  current_password?: string;
}
