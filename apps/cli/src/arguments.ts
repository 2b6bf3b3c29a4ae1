import { parseArgs } from 'node:util';
import { errorCodeOf } from '@shipyard/platform/error-code';
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
  const parsed = parse(args, words);
  const isHelp = parsed.positionals[0] === 'help';
  const options = isHelp ? { ...parsed.values, help: true } : parsed.values;
  const positionals = parsed.positionals.slice(isHelp ? 1 : 0);
  const command = findCommand(positionals);
  if (command === null) {
    const [first] = positionals;
    const longer = COMMANDS.flatMap(({ name }) => (name.startsWith(`${first} `) ? name : []));
    if (first === undefined || (options.help && longer.length > 0)) return { command, options, positionals: [] };
    if (longer.length > 0) throw usage(words.usage.incompleteCommand(first, longer.join(', ')), words);
    const typed = positionals.join(' ');
    const names = COMMANDS.flatMap(({ name, isHidden }) => (isHidden ? [] : name));
    const meant = nearestName(typed, names) ?? nearestName(first, names);
    throw usage(words.usage.unknownCommand(typed) + (meant === null ? '' : ` ${words.usage.didYouMean(meant)}`), words);
  }
  if (options.help) return { command, options, positionals: [] };
  const rest = positionals.slice(command.name.split(' ').length);
  const foreign = optionNames(options).find(
    (name) => !GLOBAL_OPTIONS.includes(name) && !command.options.includes(name),
  );
  if (foreign !== undefined) throw usage(words.usage.foreignOption(`--${foreign}`, command.name), words);
  const needed = command.arguments.filter((argument) => !argument.startsWith('['));
  const missing = needed[rest.length];
  if (missing !== undefined) throw usage(words.usage.missingArgument(missing, usageLine(command)), words);
  const extra = rest[command.arguments.length];
  // What is typed there may be a token in any form, so nothing of it is shown.
  if (extra !== undefined && command.name === 'login') throw usage(words.usage.secretArgument, words);
  if (extra !== undefined) throw usage(words.usage.extraArgument(extra, usageLine(command)), words);
  return { command, options, positionals: rest };
}

export function usageLine({ name, arguments: args, options }: CommandDescription): string {
  const flags = options.map((option) => `[${flagOf(option)}]`);
  return ['shipyard', name, ...args, ...flags].join(' ');
}

function parse(args: readonly string[], words: Words): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? '';
    const isUnknown = errorCodeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    const meant = isUnknown
      ? nearestName(
          option,
          Object.keys(OPTIONS).map((name) => `--${name}`),
        )
      : null;
    if (meant !== null) throw usage(`${words.usage.unknownOption(option)} ${words.usage.didYouMean(meant)}`, words);
    throw usage(
      isUnknown ? words.usage.unknownOption(option) : words.usage.badValue(option.split(',')[0] ?? ''),
      words,
    );
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

function usage(message: string, words: Words): CliFailure {
  return new CliFailure({
    exit: EXIT.usage,
    error: 'USAGE',
    message: withoutSecrets(message),
    hint: words.usage.seeHelp,
  });
}
