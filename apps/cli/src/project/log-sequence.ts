import { LOG_SEQUENCE_MAX } from '@shipyard/contracts';
import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';

/** @throws {CliFailure} with the exit code of wrong usage, if the text is no number of a log. */
export function readSequence(text: string | undefined, { words }: CommandContext): number {
  const sequence = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 0;
  if (sequence >= 1 && sequence <= LOG_SEQUENCE_MAX) return sequence;
  throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.log.notNumber(text ?? '') });
}
