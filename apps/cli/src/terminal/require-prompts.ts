import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import type { Prompts } from './prompts';

export function requirePrompts({ prompts, words }: CommandContext, hint = words.usage.terminalHint): Prompts {
  if (prompts === null)
    throw new CliFailure({
      exit: EXIT.usage,
      error: 'TERMINAL_NEEDED',
      message: words.usage.terminalNeeded,
      hint,
    });
  return prompts;
}
