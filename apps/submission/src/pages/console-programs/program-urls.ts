import { CONSOLE_HOME, consoleUrl } from '../console/console-parts';

export const PROGRAMS_URL = consoleUrl('programs');

/** A program may have the id "new", so this is no step below the programs. */
export const NEW_PROGRAM_URL = `${CONSOLE_HOME}/new-program`;

export const programUrl = (programId: string, ...steps: string[]) => consoleUrl('programs', programId, ...steps);

export const copyUrl = (programId: string) =>
  `${NEW_PROGRAM_URL}?${new URLSearchParams({ copy: programId }).toString()}`;
