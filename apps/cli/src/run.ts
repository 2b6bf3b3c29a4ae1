import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArguments, type ParsedArguments } from './arguments';
import type { CommandContext } from './command';
import { COMMANDS } from './commands/commands';
import { CliFailure, EXIT, type ExitCode, Interrupted } from './failure';
import { describeFailure, type Telling } from './failure-report';
import { helpFor } from './help';
import { Output } from './output';
import { configFolderOf } from './settings/config-folder';
import { VersionNotice } from './settings/version-notice';
import { openPrompts } from './terminal/prompts';
import { chooseWords, type Words } from './words/words';

const LAST_WORDS_MS = 500;

export async function run(args: readonly string[]): Promise<void> {
  const environment = process.env;
  const words = chooseWords(environment, process.platform);
  // What is wrong with the arguments is told in the form that they ask for.
  const isJson = args.some((each) => each === '--json' || /^--fields(?:=|$)/.test(each));
  const early = new Output({ json: isJson, quiet: false, environment });
  endQuietlyWithReader();
  const interruption = listenForInterrupt();
  let notice: VersionNotice | null = null;
  try {
    const parsed = parseArguments(args, words);
    if (parsed.command === null || parsed.options.help) return early.result({}, helpFor(parsed.command, words));
    const { run: runCommand } = await parsed.command.load();
    const context = contextOf(parsed, environment, words, interruption);
    notice = noticeFor(context);
    await runCommand({ ...context, connect: connectBeside(context, notice) });
    if (interruption.aborted) process.exitCode = EXIT.interrupted;
  } catch (error) {
    // Whatever an interruption broke off failed because of it.
    const isTold = error instanceof Interrupted;
    const failure = interruption.aborted && !isTold ? new Interrupted(words.interrupted) : error;
    process.exitCode = report(failure, early, { words, environment }, args.includes('--verbose'));
    // An open connection would keep the process alive.
    if (interruption.aborted) setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
  }
  if (!interruption.aborted) await notice?.end();
}

function contextOf(
  { options, positionals }: ParsedArguments,
  environment: NodeJS.ProcessEnv,
  words: Words,
  signal: AbortSignal,
): CommandContext {
  const { fields } = options;
  const json = (options.json ?? false) || fields !== undefined;
  const output = new Output({ json, quiet: options.quiet ?? false, fields, environment });
  const cwd = path.resolve(options.cwd ?? '.');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.usage.noFolder(cwd) });
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
    prompts: mayAsk ? openPrompts({ words, environment, signal }) : null,
    connect: async (choice) => {
      const { connect } = await import('./connection/connect');
      const verbose = options.verbose ?? false;
      return connect({ configFolder, url: options.url, environment, output, verbose, signal, words, ...choice });
    },
  };
}

function noticeFor({ configFolder, environment, output, words, options }: CommandContext): VersionNotice {
  const isRead = process.stdout.isTTY && process.stderr.isTTY && !output.json && !options.quiet;
  return new VersionNotice({ configFolder, environment, output, words, isRead });
}

/** A command that talks to the service lets the registry be asked too. The others stay offline. */
function connectBeside({ connect }: CommandContext, notice: VersionNotice): CommandContext['connect'] {
  return async (choice) => {
    const connection = await connect(choice);
    notice.begin(globalThis.fetch);
    return connection;
  };
}

/** Prints a failure, and returns the exit code for it. */
function report(thrown: unknown, output: Output, telling: Telling, isVerbose: boolean): ExitCode {
  const { exit, error, message, lines, details } = describeFailure(thrown, telling);
  output.result({ ok: false, error, message, details }, []);
  const [first = '', ...rest] = lines;
  output.fail(`${output.paintMessage('red', '✖')} ${first}`);
  for (const line of rest) output.fail(line);
  if (isVerbose && thrown instanceof Error && exit === EXIT.failure) output.fail(thrown.stack ?? '');
  return exit;
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
