import {
  pickFields,
  PROJECT_FIELD_NAMES,
  type ProjectFields,
  README_LIMIT_BYTES,
  readProjectFields,
} from '@shipyard/contracts';
import { FrontMatterInvalid, parseFrontMatter, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { writeFrontMatter } from '@shipyard/markdown/front-matter-writing';
import type { EntityManager } from 'typeorm';

/**
 * Writes changed fields into the front matter of the README where it has them, or the next save of the README would undo
 * them. Its html stays, since it is made without front matter. Call it while the project is locked.
 */
export async function carryIntoReadme(
  manager: EntityManager,
  projectId: string,
  change: Partial<ProjectFields>,
): Promise<void> {
  const fields = pickFields(change, PROJECT_FIELD_NAMES);
  if (Object.keys(fields).length === 0) return;
  const [readme] = await manager.query<{ markdown: string }[]>('SELECT markdown FROM readmes WHERE project_id = $1', [
    projectId,
  ]);
  if (!readme) return;
  const markdown = writeFrontMatter(readme.markdown, withoutSame(fields, readme.markdown));
  if (markdown === readme.markdown || Buffer.byteLength(markdown) > README_LIMIT_BYTES) return;
  await manager.query(
    `UPDATE readmes SET markdown = $2, updated_at = greatest(now(), updated_at + interval '1 millisecond')
     WHERE project_id = $1`,
    [projectId, markdown],
  );
}

/** A value that only normalization changes stays as its writer wrote it. */
function withoutSame(fields: Partial<ProjectFields>, markdown: string): Partial<ProjectFields> {
  const { yaml } = splitFrontMatter(markdown);
  const { fields: held } = readProjectFields(yaml === null ? {} : parsed(yaml));
  const changed = PROJECT_FIELD_NAMES.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(held[name]));
  return pickFields(fields, changed);
}

function parsed(yaml: string): Readonly<Record<string, unknown>> {
  try {
    return parseFrontMatter(yaml);
  } catch (error) {
    if (error instanceof FrontMatterInvalid) return {};
    throw error;
  }
}
