import type { FormFields } from '@shipyard/http';
import { CONSOLE_HOME, consoleUrl } from '../console/console-parts';

export const PROGRAMS_URL = consoleUrl('programs');

/** A program may have the id "new", so this is no step below the programs. */
export const NEW_PROGRAM_URL = `${CONSOLE_HOME}/new-program`;

export const programUrl = (programId: string, ...steps: string[]) => consoleUrl('programs', programId, ...steps);

export const copyUrl = (programId: string) =>
  `${NEW_PROGRAM_URL}?${new URLSearchParams({ copy: programId }).toString()}`;

/**
 * The draft that a browser keeps of the form. A program that somebody else has saved meanwhile has another one: an older
 * text would write over theirs.
 */
export const draftName = (programId: string | null, fields: FormFields) =>
  programId === null ? `program:new:${fields.copy ?? ''}` : `program:${programId}:${fields.opened ?? ''}`;
