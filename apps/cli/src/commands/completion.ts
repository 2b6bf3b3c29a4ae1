import type { Command, CommandDescription } from '../command';
import { CliFailure, EXIT } from '../failure';
import { GLOBAL_OPTIONS, type OptionName, OPTIONS, takesValue } from '../options';

type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

interface Completions {
  /** The first words of all commands. */
  first: string[];
  /** What may follow each. */
  after: { word: string; follows: string[] }[];
}

const global = GLOBAL_OPTIONS.map((name) => `--${name}`);
const withValue = (Object.keys(OPTIONS) as OptionName[]).filter(takesValue).map((name) => `--${name}`);

function completionsOf(commands: readonly CommandDescription[]): Completions {
  const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const after = first.map((word) => {
    const own = commands.filter(({ name }) => name.split(' ')[0] === word);
    const seconds = own.flatMap(({ name }) => name.split(' ')[1] ?? []);
    const choices = own.flatMap(({ arguments: args }) => args.filter((each) => each.includes('|')));
    const options = own.flatMap((command) => command.options.map((option) => `--${option}`));
    return { word, follows: [...new Set([...seconds, ...choices.flatMap((each) => each.split('|')), ...options])] };
  });
  return { first, after };
}

/** After an option with a value, bash offers files. */
const SCRIPTS: Record<Shell, (completions: Completions) => string> = {
  bash: ({ first, after }) => `# Load it in ~/.bashrc: source <(shipyard completion bash)
_shipyard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      ${withValue.join(' | ')}) ((++at)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[at]}"; break ;;
    esac
  done
  if ((at > COMP_CWORD)); then
    COMPREPLY=()
    return
  fi
  case "$command" in
    "") words="${first.join(' ')}" ;;
${after.map(({ word, follows }) => `    ${word}) words="${follows.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words ${global.join(' ')}" -- "$current"))
}
complete -o default -F _shipyard shipyard`,
  zsh: ({ first, after }) => `#compdef shipyard
# Load it in ~/.zshrc, after compinit: source <(shipyard completion zsh)
_shipyard() {
  local -a typed follows
  typed=(\${words[2,CURRENT-1]:#-*})
  case "$typed[1]" in
    "") follows=(${first.join(' ')}) ;;
${after.map(({ word, follows }) => `    ${word}) follows=(${follows.join(' ')}) ;;`).join('\n')}
  esac
  compadd -- $follows ${global.join(' ')}
}
compdef _shipyard shipyard`,
  fish: ({ first, after }) =>
    [
      '# Keep it: shipyard completion fish > ~/.config/fish/completions/shipyard.fish',
      'complete -c shipyard -f',
      ...first.map((word) => `complete -c shipyard -n __fish_use_subcommand -a ${word}`),
      ...after.flatMap(({ word, follows }) =>
        follows.map((each) => {
          const what = each.startsWith('--') ? `-l ${each.slice(2)}` : `-a ${each}`;
          return `complete -c shipyard -n '__fish_seen_subcommand_from ${word}' ${what}`;
        }),
      ),
      ...GLOBAL_OPTIONS.map((name) => `complete -c shipyard -l ${name}${takesValue(name) ? ' -r -F' : ''}`),
    ].join('\n'),
  powershell: ({ after }) => `# Load it in $PROFILE: shipyard completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName shipyard -ScriptBlock {
  param($word, $ast, $cursor)
  $follows = @{
${after.map(({ word, follows }) => `    '${word}' = @(${follows.map((each) => `'${each}'`).join(', ')})`).join('\n')}
  }
  $parts = @($ast.CommandElements | ForEach-Object { $_.ToString() })
  $choices = if ($parts.Count -lt 2 -or ($parts.Count -eq 2 -and $word)) { $follows.Keys } else { $follows[$parts[1]] }
  @($choices) + @(${global.map((each) => `'${each}'`).join(', ')}) | Where-Object { $_ -and $_ -like "$word*" } | Sort-Object
}`,
};

export const run: Command = ({ positionals, output, words, commands }) => {
  const [shell = ''] = positionals;
  if (!isShell(shell))
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.completion.unknown(shell) });
  output.result({}, [SCRIPTS[shell](completionsOf(commands))]);
};

const isShell = (name: string): name is Shell => Object.hasOwn(SCRIPTS, name);
