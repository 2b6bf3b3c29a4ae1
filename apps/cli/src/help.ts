import { usageLine } from './arguments';
import type { CommandDescription } from './command';
import { COMMANDS } from './commands/commands';
import type { Words } from './words/words';

export function helpFor(command: CommandDescription | null, words: Words): string[] {
  if (command !== null)
    return [
      words.commands[command.name] ?? '',
      '',
      `${words.help.usage}: ${usageLine(command)}`,
      '',
      ...globalOptions(words),
    ];
  const width = Math.max(...COMMANDS.map((each) => nameOf(each).length));
  return [
    words.help.title,
    '',
    `${words.help.usage}: shipyard ${words.help.command} [${words.help.options}]`,
    '',
    ...COMMANDS.map((each) => `  ${nameOf(each).padEnd(width)}  ${words.commands[each.name]}`),
    '',
    ...globalOptions(words),
    '',
    words.help.more,
  ];
}

const nameOf = ({ name, arguments: args }: CommandDescription) => [name, ...args].join(' ');

function globalOptions(words: Words): string[] {
  const rows: [string, string][] = [
    ['--json', words.help.json],
    ['--quiet', words.help.quiet],
    ['--no-input', words.help.noInput],
    ['--cwd DIR', words.help.cwd],
    ['--url URL', words.help.url],
    ['--verbose', words.help.verbose],
    ['-h, --help', words.help.help],
    ['--version', words.help.version],
  ];
  return rows.map(([flag, text]) => `  ${flag.padEnd(12)}  ${text}`);
}
