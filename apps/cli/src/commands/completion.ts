import type { Command, CommandDescription } from '../command';
import { CliFailure, EXIT } from '../failure';
import { GLOBAL_OPTIONS } from '../options';

type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

interface Completions {
  /** The first words of all commands. */
  first: string[];
  /** What may follow each. */
  after: { word: string; follows: string[] }[];
}

const global = GLOBAL_OPTIONS.map((name) => `--${name}`);

function completionsOf(commands: readonly CommandDescription[]): Completions {
  const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const after = first.map((word) => {
    const own = commands.filter(({ name }) => name.split(' ')[0] === word);
    const seconds = own.flatMap(({ name }) => name.split(' ')[1] ?? []);
    const options = own.flatMap((command) => command.options.map((option) => `--${option}`));
    return { word, follows: [...new Set([...seconds, ...options])] };
  });
  return { first, after };
}

const SCRIPTS: Record<Shell, (completions: Completions) => string> = {
  bash: ({ first, after }) => `_shipyard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${first.join(' ')}"
  else
    case "\${COMP_WORDS[1]}" in
${after.map(({ word, follows }) => `      ${word}) words="${follows.join(' ')}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words ${global.join(' ')}" -- "$current"))
}
complete -o default -F _shipyard shipyard`,
  zsh: ({ first, after }) => `#compdef shipyard
_shipyard() {
  local -a follows
  if (( CURRENT == 2 )); then
    follows=(${first.join(' ')})
  else
    case "$words[2]" in
${after.map(({ word, follows }) => `      ${word}) follows=(${follows.join(' ')}) ;;`).join('\n')}
    esac
  fi
  compadd -- $follows ${global.join(' ')}
}
compdef _shipyard shipyard`,
  fish: ({ first, after }) =>
    [
      'complete -c shipyard -f',
      ...first.map((word) => `complete -c shipyard -n __fish_use_subcommand -a ${word}`),
      ...after.flatMap(({ word, follows }) =>
        follows.map((each) => {
          const what = each.startsWith('--') ? `-l ${each.slice(2)}` : `-a ${each}`;
          return `complete -c shipyard -n '__fish_seen_subcommand_from ${word}' ${what}`;
        }),
      ),
      ...GLOBAL_OPTIONS.map((name) => `complete -c shipyard -l ${name}`),
    ].join('\n'),
  powershell: ({ after }) => `Register-ArgumentCompleter -Native -CommandName shipyard -ScriptBlock {
  param($word, $ast, $cursor)
  $follows = @{
${after.map(({ word, follows }) => `    '${word}' = @(${follows.map((each) => `'${each}'`).join(', ')})`).join('\n')}
  }
  $parts = $ast.CommandElements | ForEach-Object { $_.ToString() }
  $choices = if ($parts.Count -lt 2 -or ($parts.Count -eq 2 -and $word)) { $follows.Keys } else { $follows[$parts[1]] }
  @($choices) + @(${global.map((each) => `'${each}'`).join(', ')}) | Where-Object { $_ -like "$word*" } | Sort-Object
}`,
};

// eslint-disable-next-line @typescript-eslint/require-await
export const run: Command = async ({ positionals, output, words, commands }) => {
  const [shell = ''] = positionals;
  if (!isShell(shell))
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.completion.unknown(shell) });
  output.result({}, [SCRIPTS[shell](completionsOf(commands))]);
};

const isShell = (name: string): name is Shell => Object.hasOwn(SCRIPTS, name);
