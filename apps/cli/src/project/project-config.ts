import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONFIG_FILE, parseConfig, type ProjectConfig } from '@shipyard/project-folder';
import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { findingIn } from '../words/finding';
import { findProjectFolder } from './project-folder';

type Looking = Pick<CommandContext, 'cwd' | 'words'>;

/** Returns the folder with `shipyard.yaml`. */
export function requireProjectFolder({ cwd, words }: Looking): string {
  const folder = findProjectFolder(cwd);
  if (folder === null)
    throw new CliFailure({
      exit: EXIT.validation,
      error: 'VALIDATION_FAILED',
      message: words.project.none(cwd),
      hint: words.project.noneHint,
    });
  return folder;
}

/** Reads only `shipyard.yaml`, so that a command works while a log is half written. */
export async function readProjectConfig(context: Looking): Promise<ProjectConfig> {
  const folder = requireProjectFolder(context);
  const read = parseConfig(await readFile(path.join(folder, CONFIG_FILE)));
  if ('config' in read) return read.config;
  const { words } = context;
  throw new CliFailure({
    exit: EXIT.validation,
    error: 'VALIDATION_FAILED',
    message: [words.project.unreadable, ...read.problems.map(({ message }) => findingIn(words, message))].join(' '),
    told: words.project.unreadable,
    hint: words.project.unreadableHint,
    details: { errors: read.problems },
  });
}
