import type { RubricItem } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { IS_VISIBLE, readerOf } from './project-reads.service';

export interface VisibleReadme {
  markdown: string;
  html: string;
  updatedAt: Date;
  isPrivate: boolean;
}

export async function readReadme(
  manager: EntityManager,
  projectId: string,
  caller: Caller | null,
): Promise<VisibleReadme | undefined> {
  const [readme] = await manager.query<VisibleReadme[]>(
    `SELECT readme.markdown, readme.html, readme.updated_at AS "updatedAt", project.visibility = 'private' AS "isPrivate"
     FROM readmes readme JOIN projects project ON project.id = readme.project_id WHERE project.id = $1 AND ${IS_VISIBLE}`,
    [projectId, ...readerOf(caller)],
  );
  return readme;
}

export async function readTakenSequences(
  manager: EntityManager,
  projectId: string,
  sequences: number[],
): Promise<{ hasReadme: boolean; taken: number[] }> {
  const [found] = await manager.query<{ hasReadme: boolean; taken: number[] }[]>(
    `SELECT EXISTS (SELECT FROM readmes WHERE project_id = $1) AS "hasReadme",
       ARRAY (SELECT sequence::integer FROM logs WHERE project_id = $1 AND sequence = ANY ($2::bigint[])) AS taken`,
    [projectId, sequences],
  );
  return found ?? { hasReadme: false, taken: [] };
}

export interface EqualLog {
  /** The place in the list that was asked for, from 1. */
  place: number;
  id: string;
  sequence: number;
}

/** Finds logs that have the title and text of those asked for. To decide on it, lock the project's row before. */
export function readEqualLogs(
  manager: EntityManager,
  projectId: string,
  logs: readonly { title: string; contentMd: string }[],
): Promise<EqualLog[]> {
  return manager.query<EqualLog[]>(
    `SELECT wanted.place::integer AS place, equal.id, equal.sequence::integer AS sequence
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS wanted (title, content_md, place)
     JOIN LATERAL (
       SELECT id, sequence FROM logs WHERE logs.project_id = $1 AND logs.title = wanted.title AND logs.content_md = wanted.content_md
       ORDER BY sequence LIMIT 1
     ) equal ON true
     ORDER BY wanted.place`,
    [projectId, logs.map(({ title }) => title), logs.map(({ contentMd }) => contentMd)],
  );
}

export async function readInterviewSubject(
  manager: EntityManager,
  projectId: string,
): Promise<{ name: string; logTitle: string | null; rubric: RubricItem[] } | undefined> {
  const [subject] = await manager.query<{ name: string; logTitle: string | null; rubric: RubricItem[] }[]>(
    `SELECT project.name, program.rubric, (SELECT title FROM logs WHERE logs.project_id = project.id AND logs.removed_at IS NULL ORDER BY created_at DESC, sequence DESC LIMIT 1) AS "logTitle"
     FROM projects project JOIN programs program ON program.id = project.program_id WHERE project.id = $1`,
    [projectId],
  );
  return subject;
}
