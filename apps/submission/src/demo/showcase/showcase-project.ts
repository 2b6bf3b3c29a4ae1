import path from 'node:path';
import type { Action, ProjectReviewOutput, Visibility } from '@shipyard/contracts';
import {
  type CheckedProject,
  type LocalProject,
  type LocalReadme,
  type ProjectFiles,
  readProject,
  readProjectFiles,
} from '@shipyard/project-folder';
import type { ReviewFailure } from '../../reviews';

/** The build copies it beside the bundle. */
const FOLDERS = path.join(__dirname, 'projects');

export type ShowcaseStep = { day: number } & (
  | { review: ProjectReviewOutput }
  | { failed: ReviewFailure }
  | { action: Extract<Action, 'approve' | 'submit_shipment'> }
  | { action: 'mark_shipped'; parcel: { carrier: string; tracking: string } }
);

/** What happened to a project. What the command line would send of it is in its folder. */
export interface ShowcaseProject {
  /** Its folder in `projects` has the same name. */
  slug: string;
  /** A handle, or the participant of credentials.json. */
  maker: string;
  /** How many days ago. */
  begun: number;
  visibility?: Visibility;
  /** How many days ago each log was written. */
  logDays: number[];
  history: ShowcaseStep[];
}

export interface ShowcaseFolder extends LocalProject {
  readme: LocalReadme;
  files: ProjectFiles;
  warnings: CheckedProject['warnings'];
}

/** Reads the folder of a project as the command line does. Throws where `shipyard check` would refuse it. */
export async function readShowcaseFolder({ slug }: ShowcaseProject): Promise<ShowcaseFolder> {
  const files = await readProjectFiles(path.join(FOLDERS, slug));
  const { project, errors, warnings } = readProject(files, new Date());
  if (!project?.readme) throw new Error(`The folder ${slug} cannot be shown: ${JSON.stringify(errors)}`);
  return { ...project, readme: project.readme, files, warnings };
}
