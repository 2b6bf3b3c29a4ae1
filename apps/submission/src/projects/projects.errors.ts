import {
  type Action,
  CALLER_ACTIONS,
  MISSING_PARTS,
  type MissingPart,
  PROJECT_STATES,
  type ProjectState,
} from '@shipyard/contracts';
import { defineErrors, Describe } from '@shipyard/http';
import { IsDate, IsIn } from 'class-validator';
import { projectReadErrors } from '../project-reads';

export const NOT_OWNER = "This project belongs to someone else. Use the owner's token.";

export class ForbiddenMove {
  @Describe('The state of the project.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('What the caller may do in this state.')
  @IsIn(CALLER_ACTIONS, { each: true })
  allowed: Action[];
}

export class MissingForCompletion {
  @Describe('What the project does not have yet.')
  @IsIn(MISSING_PARTS, { each: true })
  missing: MissingPart[];
}

export class NewerProperties {
  @Describe('The time of the properties as they are now.')
  @IsDate()
  updated_at: Date;
}

export const projectWriteErrors = defineErrors({
  PROPERTIES_CHANGED: {
    status: 409,
    message:
      'The properties of the project have changed since you read them. Read them again, apply your changes, and send them with their properties_updated_at.',
    details: NewerProperties,
  },
  SLUG_TAKEN: { status: 409, message: 'This slug is or was in use. Choose another.' },
  PROJECT_INCOMPLETE: {
    status: 400,
    message: 'A completed project needs a README and a log. Add what details.missing lists.',
    details: MissingForCompletion,
  },
  STATE_CONFLICT: {
    status: 409,
    message: "The project's state does not allow this. See details.allowed for what you can do now.",
    // An account cannot move, so its conflicts have no details.
    detailsWhereKnown: ForbiddenMove,
  },
});

export const projectErrors = { ...projectReadErrors, ...projectWriteErrors };

export const projectIncomplete = (missing: MissingForCompletion['missing']) =>
  projectWriteErrors.PROJECT_INCOMPLETE({
    message: `A completed project needs a README and a log. Missing: ${missing.join(', ')}.`,
    details: { missing },
  });
