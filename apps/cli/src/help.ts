import { usageLine } from './arguments';
import type { CommandDescription } from './command';
import { COMMANDS } from './commands/commands';
import { EXAMPLES } from './commands/examples';
import { flagOf } from './options';
import type { Words } from './words/words';

const WIDTH = 12;

export function helpFor(command: CommandDescription | null, words: Words): string[] {
  if (command !== null)
    return [
      words.commands[command.name] ?? '',
      '',
      `${words.help.usage}: ${usageLine(command)}`,
      '',
      ...ownOptions(command, words),
      ...examplesOf(command, words),
      ...globalOptions(words),
    ];
  const listed = COMMANDS.filter(({ isHidden }) => !isHidden);
  const width = Math.max(...listed.map((each) => nameOf(each).length));
  return [
    words.help.title,
    '',
    `${words.help.usage}: shipyard ${words.help.command} [${words.help.options}]`,
    '',
    ...listed.map((each) => `  ${nameOf(each).padEnd(width)}  ${words.commands[each.name]}`),
    '',
    ...globalOptions(words),
    '',
    words.help.more,
  ];
}

function ownOptions({ options }: CommandDescription, words: Words): string[] {
  const rows = options.map((name): [string, string] => [flagOf(name), words.optionHelp[name] ?? '']);
  return rows.length === 0 ? [] : [...inColumns(rows), ''];
}

function examplesOf({ name }: CommandDescription, words: Words): string[] {
  const examples = EXAMPLES[name] ?? [];
  return [`${words.help.examples}:`, ...examples.map((example) => `  ${example}`), ''];
}

const nameOf = ({ name, arguments: args }: CommandDescription) => [name, ...args].join(' ');

function globalOptions(words: Words): string[] {
  const rows: [string, string][] = [
    ['--json', words.help.json],
    ['--fields LIST', words.help.fields],
    ['--quiet', words.help.quiet],
    ['--no-input', words.help.noInput],
    ['--cwd DIR', words.help.cwd],
    ['--url URL', words.help.url],
    ['--verbose', words.help.verbose],
    ['-h, --help', words.help.help],
    ['--version', words.help.version],
  ];
  return inColumns(rows);
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(WIDTH, ...rows.map(([flag]) => flag.length));
  return rows.map(([flag, text]) => `  ${flag.padEnd(width)}  ${text}`);
}
