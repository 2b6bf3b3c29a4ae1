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
  PROJECT_NOT_FOUND: { status: 404, message: "This project does not exist, or it is private. Check its slug, or use the owner's token." },
  SLUG_TAKEN: { status: 409, message: 'This slug is or was in use. Choose another.' },
  STATE_CONFLICT: { status: 409, message: "The project's state does not allow this. See details.allowed for what you can do now.", details: ForbiddenMove },
});
