import type { components } from '@shipyard/client';
import type { ProjectFiles } from '@shipyard/project-folder';

export interface FoundProblem {
  file: string;
  line: number | null;
  code: string;
  message: string;
}

export interface CheckedFolder {
  errors: FoundProblem[];
  warnings: FoundProblem[];
}

/** Checks files by the rules of the service. Markdown can take long, so a server does it outside of its main thread. */
export type CheckTexts = (files: ProjectFiles) => Promise<CheckedFolder>;

/** What `shipyard sync --json` prints: what was sent, or the plan of a dry run. */
export type SyncOutcome =
  | { plan: { readme: 'create' | 'update' | 'same'; config: object; logs: number[]; images: string[] } }
  | {
      project: components['schemas']['ProjectView'];
      readme_updated: boolean;
      logs_added: components['schemas']['AddedLogView'][];
      next_sequence: number;
      images_uploaded: number;
    };

export interface PublishedText {
  title: string;
  content_md: string;
}

/** Two versions of a text. Null: that side has none. */
export interface TextPair {
  here: string | null;
  there: string | null;
}

/** What the person has beside what the service has. */
export interface ComparedProject {
  slug: string;
  /** Null: nothing was compared. */
  readme: TextPair | null;
  /** The properties that differ, with the values of the person. */
  config: Readonly<Record<string, unknown>>;
  logs: (TextPair & { sequence: number })[];
}

/** The files of the person, below the folder in which the server was started. Paths are relative to that folder. */
export interface ProjectFolder {
  readImage(path: string): Promise<Uint8Array<ArrayBuffer>>;
  check(path: string): Promise<CheckedFolder>;
  sync(path: string, options: { dryRun: boolean }): Promise<SyncOutcome>;
  compare(path: string): Promise<ComparedProject>;
  /** The slug of the project whose files the folder has. Null if it has none. */
  slug(): Promise<string | null>;
  /** Writes the first files of a new project, as `shipyard init` does. Says what became of them. */
  start(project: components['schemas']['ProjectView']): Promise<string>;
  /** The number for a new log, `next` or a higher one: a number that another file of the folder has would be a conflict. */
  numberFor(slug: string, log: PublishedText, next: number): Promise<number>;
  /** Writes the file of a log that was published. Says what became of it. */
  keepLog(slug: string, sequence: number, log: PublishedText): Promise<string>;
  /** Writes a README that was published, unless that would replace what the person wrote. Says what became of it. */
  keepReadme(slug: string, markdown: string): Promise<string>;
}
