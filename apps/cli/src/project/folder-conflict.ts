import { changedSections, type Divergence, planPull, README_FILE, type ServerState } from '@shipyard/project-folder';
import type { LocalProject } from '@shipyard/project-folder';
import { CliFailure, EXIT } from '../failure';
import type { Words } from '../words/words';

/** README or properties that the server changed since the folder last met it. */
export class FolderConflict extends CliFailure {
  constructor(
    readonly divergences: readonly Divergence[],
    { project }: Pick<ServerState, 'project'>,
    words: Words,
    message = words.sync.changedThere,
    hint = divergences.every(({ side }) => side === 'server') ? words.sync.pullHint : words.sync.mergeHint,
  ) {
    const files = divergences.map(({ file }) => file);
    const isReadme = divergences.some(({ file }) => file === README_FILE);
    const times = divergences.flatMap(
      ({ file }) => (file === README_FILE ? project.readme_updated_at : project.properties_updated_at) ?? [],
    );
    super({
      exit: EXIT.conflict,
      error: isReadme ? 'README_CHANGED' : 'PROPERTIES_CHANGED',
      message: message(files.join(', ')),
      hint,
      details: { files, server_updated_at: times.sort().at(-1) ?? null },
    });
  }
}

const SHOWN_LINES = 10;

/** What differs, by section of the README and by key of `shipyard.yaml`. */
export function divergenceLines(
  divergences: readonly Divergence[],
  { config, readme, images }: Pick<LocalProject, 'config' | 'readme' | 'images'>,
  server: ServerState,
  words: Words,
): string[] {
  const there = planPull(server, images).texts.get(README_FILE) ?? '';
  return divergences.flatMap(({ file, keys }) => [
    words.sync.differs(file),
    ...(file === README_FILE
      ? changedSections(readme?.markdown ?? '', there).flatMap(({ heading, removed, added }) => [
          `  ${heading ?? words.sync.beforeHeadings}`,
          ...shown(removed, words.sync.lineHere),
          ...shown(added, words.sync.lineThere),
        ])
      : keys.flatMap((key) => [
          ...shown([`${key}: ${String(config[key])}`], words.sync.lineHere),
          ...shown(
            [`${key}: ${String(key === 'status' ? server.project.project_status : server.project[key])}`],
            words.sync.lineThere,
          ),
        ])),
  ]);
}

function shown(lines: readonly string[], label: (line: string) => string): string[] {
  const written = lines.filter((line) => line.trim() !== '');
  const rest = written.length - SHOWN_LINES;
  return [...written.slice(0, SHOWN_LINES), ...(rest > 0 ? [`… +${rest}`] : [])].map((line) => `    ${label(line)}`);
}
