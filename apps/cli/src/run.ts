import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ShipyardError } from '@shipyard/client';
import { parseArguments, type ParsedArguments } from './arguments';
import type { CommandContext } from './command';
import { COMMANDS } from './commands/commands';
import { CliFailure, EXIT, exitCodeOf, type ExitCode } from './failure';
import { helpFor } from './help';
import { Output } from './output';
import { configFolderOf } from './settings/config-folder';
import { openPrompts } from './terminal/prompts';
import { chooseWords, type Words } from './words/words';

export async function run(args: readonly string[]): Promise<void> {
  const environment = process.env;
  const words = chooseWords(environment);
  // What is wrong with the arguments is told in the form that they ask for.
  const early = new Output({ json: args.includes('--json'), quiet: false, environment });
  endQuietlyWithReader();
  const interruption = listenForInterrupt();
  try {
    const parsed = parseArguments(args, words);
    if (parsed.command === null || parsed.options.help) return early.result({}, helpFor(parsed.command, words));
    const { run: runCommand } = await parsed.command.load();
    await runCommand(contextOf(parsed, environment, words, interruption));
    if (interruption.aborted) process.exitCode = EXIT.interrupted;
  } catch (error) {
    process.exitCode = report(error, early, words, args.includes('--verbose'));
  }
}

function contextOf(
  { options, positionals }: ParsedArguments,
  environment: NodeJS.ProcessEnv,
  words: Words,
  signal: AbortSignal,
): CommandContext {
  const output = new Output({ json: options.json ?? false, quiet: options.quiet ?? false, environment });
  const cwd = path.resolve(options.cwd ?? '.');
  if (!existsSync(cwd)) throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.usage.noFolder(cwd) });
  const configFolder = configFolderOf({ environment, platform: process.platform, home: homedir() });
  const mayAsk = process.stdin.isTTY && !options['no-input'] && !environment.CI;
  return {
    commands: COMMANDS,
    options,
    positionals,
    environment,
    cwd,
    configFolder,
    output,
    words,
    signal,
    prompts: mayAsk ? openPrompts(words) : null,
    connect: async (choice) => {
      const { connect } = await import('./connection/connect');
      const verbose = options.verbose ?? false;
      return connect({ configFolder, url: options.url, environment, output, verbose, signal, words, ...choice });
    },
  };
}

/** Prints a failure, and returns the exit code for it. */
function report(thrown: unknown, output: Output, words: Words, verbose: boolean): ExitCode {
  const { exit, error, message, hint, details } = factsOf(thrown, words);
  output.result({ ok: false, error, message, details }, []);
  output.fail(`${output.paintMessage('red', '✖')} ${message}`);
  for (const { field, message: problem } of fieldsIn(details)) output.fail(`  ${field}: ${problem}`);
  if (hint !== null) output.fail(`  ${hint}`);
  if (verbose && thrown instanceof Error && exit === EXIT.failure) output.fail(thrown.stack ?? '');
  return exit;
}

function factsOf(thrown: unknown, words: Words): CliFailure['facts'] {
  if (thrown instanceof CliFailure) return thrown.facts;
  if (thrown instanceof ShipyardError) {
    const { error, message, details, requestId } = thrown;
    const exit = exitCodeOf(thrown);
    const told = words.errors[error] ?? message;
    const id = exit === EXIT.network && requestId !== null ? words.requestId(requestId) : null;
    return { exit, error, message: told, hint: exit === EXIT.auth ? words.signIn.hint : id, details };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { exit: EXIT.failure, error: 'FAILURE', message, hint: words.reportHint, details: {} };
}

function fieldsIn({ fields }: Readonly<Record<string, unknown>>): { field: string; message: string }[] {
  if (!Array.isArray(fields)) return [];
  return fields.filter(
    (each): each is { field: string; message: string } =>
      typeof each === 'object' && each !== null && 'field' in each && 'message' in each,
  );
}

/** The first Ctrl-C lets the command end what it does. A second one ends the process. */
function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    process.exitCode = EXIT.interrupted;
    controller.abort();
    process.once('SIGINT', () => process.exit(EXIT.interrupted));
  });
  return controller.signal;
}

/** `shipyard log list | head` ends the reader first. */
function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok);
    throw error;
  });
}
