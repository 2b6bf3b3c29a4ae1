import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectFolder, PublishedText } from '@shipyard/assistant';
import type { components } from '@shipyard/client';
import { errorCodeOf } from '@shipyard/platform/error-code';
import {
  CONFIG_FILE,
  configOf,
  logFileName,
  LOGS_FOLDER,
  parseConfig,
  parseLog,
  README_FILE,
  writeConfig,
  writeLog,
} from '@shipyard/project-folder';
import { GITIGNORE } from '../project/gitignore';
import { listLogs } from '../project/local-logs';
import { resolveFolder } from './opened-folder';

type Project = components['schemas']['ProjectView'];

/** Keeps the files of the folder in step with what an assistant sends without files. Never replaces a person's text. */
export class FolderProject implements Pick<ProjectFolder, 'slug' | 'start' | 'numberFor' | 'keepLog' | 'keepReadme'> {
  constructor(
    private readonly folder: string,
    /** The README of a new project, which nobody wrote. */
    private readonly stub: string,
  ) {}

  async slug(): Promise<string | null> {
    const text = await this.read(CONFIG_FILE);
    if (text === null) return null;
    const read = parseConfig(Buffer.from(text));
    return 'config' in read ? read.config.slug : null;
  }

  /** The config file comes last, so that the folder is a project only with all of its files. */
  start(project: Project): Promise<string> {
    return this.writing(() => this.writeFirstFiles(project));
  }

  private async writeFirstFiles(project: Project): Promise<string> {
    const slug = await this.slug();
    if (slug === project.slug) return 'The folder has its files.';
    if (slug !== null || (await this.read(CONFIG_FILE)) !== null)
      return `No files were written: the folder has the ${CONFIG_FILE} of another project. For files of this one, the person runs \`shipyard pull ${project.slug}\` elsewhere.`;
    await mkdir(path.join(this.folder, LOGS_FOLDER), { recursive: true });
    if ((await this.read(README_FILE)) === null) await this.add(README_FILE, this.stub);
    if ((await this.read('.gitignore')) === null) await this.add('.gitignore', GITIGNORE);
    await this.add(CONFIG_FILE, writeConfig(configOf(project)));
    return `The folder has its files now: ${CONFIG_FILE}, ${README_FILE} and ${LOGS_FOLDER}/.`;
  }

  async numberFor(slug: string, log: PublishedText, next: number): Promise<number> {
    if ((await this.slug()) !== slug) return next;
    const files = await listLogs(this.folder);
    for (const { file, sequence } of files) if (sequence >= next && (await this.holds(file, log))) return sequence;
    const taken = new Set(files.map(({ sequence }) => sequence));
    let number = next;
    while (taken.has(number)) number += 1;
    return number;
  }

  keepLog(slug: string, sequence: number, log: PublishedText): Promise<string> {
    return this.writing(() => this.writeLogFile(slug, sequence, log));
  }

  private async writeLogFile(slug: string, sequence: number, log: PublishedText): Promise<string> {
    if ((await this.slug()) !== slug) return `No file was written: the folder does not hold ${slug}.`;
    const there = (await listLogs(this.folder)).find((each) => each.sequence === sequence);
    if (there && (await this.holds(there.file, log))) return `Its file is ${there.file}.`;
    if (there)
      return `No file was written: ${there.file} has this number and another text. The person runs \`shipyard log renumber\`.`;
    await mkdir(path.join(this.folder, LOGS_FOLDER), { recursive: true });
    // A link could lead out of the folder.
    const logs = await resolveFolder(this.folder, LOGS_FOLDER);
    const file = logFileName(sequence, log.title);
    const text = writeLog({ title: log.title, date: null, markdown: log.content_md });
    await writeFile(path.join(logs, path.basename(file)), text, { flag: 'wx' });
    return `Its file is ${file}.`;
  }

  keepReadme(slug: string, markdown: string): Promise<string> {
    return this.writing(() => this.writeReadme(slug, markdown));
  }

  private async writeReadme(slug: string, markdown: string): Promise<string> {
    if ((await this.slug()) !== slug) return '';
    const there = await this.read(README_FILE);
    if (there === markdown) return '';
    if (there === null) await this.add(README_FILE, markdown);
    else if (there === this.stub && (await lstat(path.join(this.folder, README_FILE))).isFile())
      await writeFile(path.join(this.folder, README_FILE), markdown);
    else
      return `${README_FILE} in the folder has another text, which sync_project would publish. Write the new text there too.`;
    return `${README_FILE} in the folder has it too.`;
  }

  private async holds(file: string, { title, content_md }: PublishedText): Promise<boolean> {
    const read = parseLog(file, await readFile(path.join(this.folder, file)), new Date());
    return 'log' in read && read.log.title === title && read.log.markdown.trim() === content_md.trim();
  }

  private read(file: string): Promise<string | null> {
    return readFile(path.join(this.folder, file), 'utf8').catch((error: unknown) => {
      if (errorCodeOf(error) === 'ENOENT') return null;
      throw error;
    });
  }

  private add(file: string, text: string): Promise<void> {
    return writeFile(path.join(this.folder, file), text, { flag: 'wx' });
  }

  /** The service has the text already, so a full disk must not look as if nothing was sent. */
  private async writing(write: () => Promise<string>): Promise<string> {
    try {
      return await write();
    } catch (error) {
      return `The files of the folder could not be written (${errorCodeOf(error) ?? 'unknown reason'}).`;
    }
  }
}
