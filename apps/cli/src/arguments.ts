import { parseArgs } from 'node:util';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { fieldNames } from './chosen-fields';
import { CliFailure, EXIT } from './failure';
import type { CommandDescription } from './command';
import { COMMANDS } from './commands/commands';
import { withoutSecrets } from './secrets';
import { nearestName } from './nearest-name';
import { flagOf, GLOBAL_OPTIONS, type OptionName, OPTIONS, type Options } from './options';
import type { Words } from './words/words';

export interface ParsedArguments {
  /** Null: no command was named. */
  command: CommandDescription | null;
  options: Options;
  positionals: readonly string[];
}

/** Global options may stand anywhere, so all are parsed before the command is known. */
export function parseArguments(args: readonly string[], words: Words): ParsedArguments {
  const meantCommand = findCommand(namesIn(args));
  const usage = (message: string) => usageFailure(message, meantCommand, words);
  const parsed = parse(args, meantCommand, words);
  const isHelp = parsed.positionals[0] === 'help';
  const options = isHelp ? { ...parsed.values, help: true } : parsed.values;
  const positionals = parsed.positionals.slice(isHelp ? 1 : 0);
  const command = findCommand(positionals);
  if (command === null) {
    const [first] = positionals;
    const longer = COMMANDS.flatMap(({ name }) => (name.startsWith(`${first} `) ? name : []));
    if (first === undefined || (options.help && longer.length > 0)) return { command, options, positionals: [] };
    if (longer.length > 0) throw usage(words.usage.incompleteCommand(first, longer.join(', ')));
    const typed = positionals.join(' ');
    const names = COMMANDS.flatMap(({ name, isHidden }) => (isHidden ? [] : name));
    const meant = nearestName(typed, names) ?? nearestName(first, names);
    throw usage(words.usage.unknownCommand(typed) + (meant === null ? '' : ` ${words.usage.didYouMean(meant)}`));
  }
  if (options.help) return { command, options, positionals: [] };
  const rest = positionals.slice(command.name.split(' ').length);
  const foreign = optionNames(options).find(
    (name) => !GLOBAL_OPTIONS.includes(name) && !command.options.includes(name),
  );
  if (foreign !== undefined) throw usage(words.usage.foreignOption(`--${foreign}`, command.name));
  if (options.fields !== undefined && fieldNames(options.fields).length === 0)
    throw usage(words.usage.badValue('--fields'));
  const needed = command.arguments.filter((argument) => !argument.startsWith('['));
  const missing = needed[rest.length];
  if (missing !== undefined) throw usage(words.usage.missingArgument(missing, usageLine(command)));
  const extra = rest[command.arguments.length];
  // What is typed there may be a token in any form, so nothing of it is shown.
  if (extra !== undefined && command.name === 'login') throw usage(words.usage.secretArgument);
  if (extra !== undefined) throw usage(words.usage.extraArgument(extra, usageLine(command)));
  return { command, options, positionals: rest };
}

export function usageLine({ name, arguments: args, options }: CommandDescription): string {
  const flags = options.map((option) => `[${flagOf(option)}]`);
  return ['shipyard', name, ...args, ...flags].join(' ');
}

/** What is no option, `help` apart, of arguments that may be wrong. */
function namesIn(args: readonly string[]): string[] {
  const { positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: false });
  return positionals[0] === 'help' ? positionals.slice(1) : positionals;
}

function parse(
  args: readonly string[],
  command: CommandDescription | null,
  words: Words,
): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? '';
    if (errorCodeOf(error) !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw usageFailure(words.usage.badValue(option.split(',')[0] ?? ''), command, words);
    const names = command === null ? Object.keys(OPTIONS) : [...GLOBAL_OPTIONS, ...command.options];
    const meant = nearestName(
      option,
      names.map((name) => `--${name}`),
    );
    const suggestion = meant === null ? '' : ` ${words.usage.didYouMean(meant)}`;
    throw usageFailure(words.usage.unknownOption(option) + suggestion, command, words);
  }
}

/** A name of two words wins over a name of one. */
function findCommand(positionals: readonly string[]): CommandDescription | null {
  const named = (count: number) => COMMANDS.find(({ name }) => name === positionals.slice(0, count).join(' '));
  return (positionals.length > 1 && named(2)) || (positionals.length > 0 && named(1)) || null;
}

function optionNames(options: Options): OptionName[] {
  return (Object.keys(OPTIONS) as OptionName[]).filter((name) => options[name] !== undefined);
}

/** Leads to the help of the command that was meant. */
function usageFailure(message: string, command: CommandDescription | null, words: Words): CliFailure {
  return new CliFailure({
    exit: EXIT.usage,
    error: 'USAGE',
    message: withoutSecrets(message),
    hint: words.usage.seeHelp(command?.name ?? ''),
  });
}
