import type { Command, CommandDescription } from '../command';
import { CliFailure, EXIT } from '../failure';
import { GLOBAL_OPTIONS, type OptionName, OPTIONS, takesValue } from '../options';

type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

/** What may stand in a place: words, or a list that `shipyard complete` prints. */
interface Place {
  /** As typed before it: `pull`, `log restore` or `--program`. */
  after: string;
  words: string[];
  list?: 'programs' | 'slugs' | 'docs' | 'logs';
}

interface Completions {
  /** The first words of all commands. */
  first: string[];
  /** What may follow each, the options of longer commands too. */
  after: { word: string; follows: string[] }[];
  /** What may follow each, and each command of two words. Later ones are closer. */
  places: { typed: string; follows: string[] }[];
}

const global = GLOBAL_OPTIONS.map((name) => `--${name}`);
const withValue = (Object.keys(OPTIONS) as OptionName[]).filter(takesValue).map((name) => `--${name}`);

const OPTION_PLACES: readonly Place[] = [
  { after: '--program', words: [], list: 'programs' },
  { after: '--existing', words: [], list: 'slugs' },
  { after: '--visibility', words: ['private', 'unlisted', 'public'] },
];
const ARGUMENT_PLACES: readonly Place[] = [
  { after: 'pull', words: [], list: 'slugs' },
  { after: 'docs', words: [], list: 'docs' },
  { after: 'log restore', words: [], list: 'logs' },
  { after: 'log withdraw', words: [], list: 'logs' },
  { after: 'log renumber', words: [], list: 'logs' },
];

function completionsOf(commands: readonly CommandDescription[]): Completions {
  const listed = commands.filter(({ isHidden }) => !isHidden);
  const first = [...new Set(listed.map(({ name }) => name.split(' ')[0] ?? ''))];
  const after = first.map((word) => {
    const own = listed.filter(({ name }) => name.split(' ')[0] === word);
    const seconds = own.flatMap(({ name }) => name.split(' ')[1] ?? []);
    const choices = own.flatMap(({ arguments: args }) => args.filter((each) => each.includes('|')));
    const options = own.flatMap((command) => command.options.map((option) => `--${option}`));
    return { word, follows: [...new Set([...seconds, ...choices.flatMap((each) => each.split('|')), ...options])] };
  });
  return { first, after, places: placesOf(listed, first) };
}

function placesOf(listed: readonly CommandDescription[], first: readonly string[]): Completions['places'] {
  const own = listed.map(({ name, arguments: args, options }) => {
    const choices = args.flatMap((each) => (each.includes('|') ? each.split('|') : []));
    return { typed: name, follows: [...choices, ...options.map((option) => `--${option}`)] };
  });
  const secondsOf = (word: string) =>
    listed.flatMap(({ name }) => (name.startsWith(`${word} `) ? name.slice(word.length + 1) : []));
  const leading = first.map((word) => {
    const { follows = [] } = own.find(({ typed }) => typed === word) ?? {};
    return { typed: word, follows: [...secondsOf(word), ...follows] };
  });
  const longer = first.filter((word) => secondsOf(word).length > 0);
  return [
    ...leading,
    { typed: 'help', follows: [...first] },
    ...longer.map((word) => ({ typed: `help ${word}`, follows: secondsOf(word) })),
    ...own.filter(({ typed }) => typed.includes(' ')),
  ];
}

const isLong = ({ typed }: Completions['places'][number]) => typed.includes(' ');

const listCommand = (list: string): string => `shipyard complete ${list} --no-input 2>/dev/null`;

/** What stands in a place, for bash and zsh. */
const shellWords = ({ words, list }: Place): string => (list ? `$(${listCommand(list)})` : words.join(' '));

/** After another option with a value, bash offers files. */
const SCRIPTS: Record<Shell, (completions: Completions) => string> = {
  bash: ({ first, places }) => `# Load it in ~/.bashrc: source <(shipyard completion bash)
_shipyard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" second="" words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      ${withValue.join(' | ')}) ((++at)) ;;
      -*) ;;
      *) if [ -z "$command" ]; then command="\${COMP_WORDS[at]}"; else second="\${second:-\${COMP_WORDS[at]}}"; fi ;;
    esac
  done
  if ((at > COMP_CWORD)); then
    case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${OPTION_PLACES.map((place) => `      ${place.after}) words="${shellWords(place)}" ;;`).join('\n')}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$command" in
    "") words="${first.join(' ')} help" ;;
${places.flatMap((place) => (isLong(place) ? [] : `    ${place.typed}) words="${place.follows.join(' ')}" ;;`)).join('\n')}
  esac
  case "$command $second" in
${places.flatMap((place) => (isLong(place) ? `    "${place.typed}") words="${place.follows.join(' ')}" ;;` : [])).join('\n')}
  esac
  case "$command\${second:+ $second}" in
${ARGUMENT_PLACES.map((place) => `    "${place.after}") words="$words ${shellWords(place)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words ${global.join(' ')}" -- "$current"))
}
complete -o default -F _shipyard shipyard`,
  zsh: ({ first, places }) => `#compdef shipyard
# Load it in ~/.zshrc, after compinit: source <(shipyard completion zsh)
_shipyard() {
  local -a typed follows
  case "$words[CURRENT-1]" in
${OPTION_PLACES.map((place) => `    ${place.after}) compadd -- ${shellWords(place)}; return ;;`).join('\n')}
    ${withValue.join(' | ')}) _files; return ;;
  esac
  typed=(\${words[2,CURRENT-1]:#-*})
  case "$typed[1]" in
    "") follows=(${first.join(' ')} help) ;;
${places.flatMap((place) => (isLong(place) ? [] : `    ${place.typed}) follows=(${place.follows.join(' ')}) ;;`)).join('\n')}
  esac
  case "$typed[1,2]" in
${places.flatMap((place) => (isLong(place) ? `    "${place.typed}") follows=(${place.follows.join(' ')}) ;;` : [])).join('\n')}
  esac
  case "$typed[1,2]" in
${ARGUMENT_PLACES.map((place) => `    "${place.after}") follows+=(${shellWords(place)}) ;;`).join('\n')}
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
      ...ARGUMENT_PLACES.map(({ after: typed, list = '' }) => {
        const seen = typed.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
        return `complete -c shipyard -n '${seen.join('; and ')}' -a '(${listCommand(list)})'`;
      }),
      ...OPTION_PLACES.map(({ after: option, words, list }) => {
        const values = list ? `(${listCommand(list)})` : words.join(' ');
        return `complete -c shipyard -l ${option.slice(2)} -x -a '${values}'`;
      }),
      ...GLOBAL_OPTIONS.map((name) => `complete -c shipyard -l ${name}${takesValue(name) ? ' -r -F' : ''}`),
    ].join('\n'),
  powershell: ({ after }) => `# Load it in $PROFILE: shipyard completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName shipyard -ScriptBlock {
  param($word, $ast, $cursor)
  $follows = @{
${after.map(({ word, follows }) => `    '${word}' = @(${follows.map((each) => `'${each}'`).join(', ')})`).join('\n')}
  }
  $lists = @{
${[...OPTION_PLACES, ...ARGUMENT_PLACES].flatMap(({ after: typed, list }) => (list ? `    '${typed}' = '${list}'` : [])).join('\n')}
  }
  $parts = @($ast.CommandElements | ForEach-Object { $_.ToString() })
  if ($word) { $parts = @($parts | Select-Object -SkipLast 1) }
  $choices = if ($parts.Count -lt 2) { $follows.Keys } else { $follows[$parts[1]] }
  $place = @($parts[-1], (($parts | Select-Object -Skip 1 -First 2) -join ' ')) |
    Where-Object { $lists.ContainsKey($_) } | Select-Object -First 1
  if ($place) { $choices = @($choices) + @(shipyard complete $lists[$place] --no-input 2>$null) }
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
