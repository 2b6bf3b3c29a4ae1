import { type Action, CALLER_ACTIONS, PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { defineErrors, Describe } from '@shipyard/http';
import { IsIn } from 'class-validator';

export class ForbiddenMove {
  @Describe('The state of the project.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('What the caller may do in this state.')
  @IsIn(CALLER_ACTIONS, { each: true })
  allowed: Action[];
}

export const projectErrors = defineErrors({
  PROJECT_NOT_FOUND: { status: 404, message: 'There is no such project, or it is private.' },
  SLUG_TAKEN: { status: 409, message: 'This slug is in use or was once. Choose another.' },
  STATE_CONFLICT: { status: 409, message: 'The state of the project does not allow that. See details.allowed.', details: ForbiddenMove },
});
