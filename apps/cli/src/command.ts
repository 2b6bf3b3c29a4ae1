import type { OptionName, Options } from './options';
import type { Connection } from './connection/connect';
import type { Output } from './output';
import type { Prompts } from './terminal/prompts';
import type { Words } from './words/words';

export interface ConnectChoice {
  token?: string | null;
  url?: string;
  agent?: string;
  /** Ends all requests. Default: Ctrl-C does. */
  signal?: AbortSignal;
}

export interface CommandContext {
  commands: readonly CommandDescription[];
  options: Options;
  positionals: readonly string[];
  environment: NodeJS.ProcessEnv;
  cwd: string;
  configFolder: string;
  output: Output;
  words: Words;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Null where nothing may be asked. */
  prompts: Prompts | null;
  /** With another token or URL than those that are set and kept. */
  connect: (choice?: ConnectChoice) => Promise<Connection>;
}

export type Command = (context: CommandContext) => void | Promise<void>;

export interface CommandDescription {
  name: string;
  /** In capitals; those that may be left out are in brackets. */
  arguments: readonly string[];
  options: readonly OptionName[];
  /** Not listed: programs call it. */
  isHidden?: true;
  /** Loads the command when it runs, so that the others cost nothing. */
  load: () => Promise<{ run: Command }>;
}
