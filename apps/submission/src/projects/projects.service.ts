import { Injectable } from '@nestjs/common';
import { type Action, type Actor, allowedActions, ERASABLE_STATES, moveOf, type ProjectState } from '@shipyard/contracts';
import { envelopeErrors, type HttpError, inputInvalid, keepAnswer } from '@shipyard/http';
import { uuidv7, violatedConstraint } from '@shipyard/platform';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { type Caller, isStaff } from '../accounts/caller.view';
import { QuotasService } from '../accounts/quotas.service';
import { parseFileId } from '../markdown/image-target';
import { ProgramsService } from '../programs/programs.service';
import type { ImageExtension } from '../uploads/image-extension';
import { AuditEntry } from './audit-entry.entity';
import { colorOf } from './color';
import { Project } from './project.entity';
import { type ProjectFields, readProjectFields } from './project-fields';
import { updateProject } from './project-update';
import { ProjectReadsService } from './project-reads.service';
import { ProjectWrites } from './project-writes.service';
import type { ProjectView } from './project.view';
import type { CreateProjectDto, UpdateProjectDto } from './projects.dto';
import { projectErrors } from './projects.errors';
import { isSlug } from './slug';

export type { ProjectFields } from './project-fields';

/** An image whose row is gone and whose file is not yet. */
export interface ErasedAsset {
  id: string;
  projectId: string;
  extension: ImageExtension;
}

export interface MoveRequest {
  projectId: string;
  action: Exclude<Action, 'create'>;
  /** Who moves it, having the role that the table asks for; null for the worker and the system. */
  caller: Caller | null;
  /** Of staff; never personal data. */
  reason?: string;
  /** Where a move back goes; only such a move has it. */
  stateBefore?: ProjectState;
}

const STAFF_ACTORS: readonly Actor[] = ['reviewer', 'fulfilment', 'admin'];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const bySlug = (slug: string) => (isSlug(slug) ? { slug } : null);

@Injectable()
export class ProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly programs: ProgramsService,
    private readonly reads: ProjectReadsService,
    private readonly writes: ProjectWrites,
    private readonly quotas: QuotasService,
  ) {}

  async create(caller: Caller, input: CreateProjectDto): Promise<{ project: ProjectView }> {
    const projectId = uuidv7();
    try {
      return await this.dataSource.transaction(async (manager) => {
        await this.programs.assertOpen(manager, input.program_id);
        await manager.insert(Project, {
          id: projectId,
          slug: input.slug,
          programId: input.program_id,
          ownerId: caller.accountId,
          name: input.name,
          tagline: input.tagline,
          tags: input.tags,
          color: colorOf(input.slug),
        });
        // The new project is counted in its program's row, which nobody can close now. To hold that row before the slug is taken would be a deadlock with an erasure.
        await this.programs.assertOpen(manager, input.program_id);
        await manager.insert(AuditEntry, { projectId, actor: 'owner', actorId: caller.accountId, action: 'create', toState: 'draft' });
        await this.quotas.assertWithin(manager, caller.accountId, 'projects', () => countProjects(manager, caller.accountId));
        return keepAnswer(manager, { project: await this.reads.record(manager, projectId) }, projectId);
      });
    } catch (error) {
      // The second name is that of a slug whose project is erased.
      if (['projects_slug_key', 'slugs_pkey'].includes(violatedConstraint(error) ?? '')) throw projectErrors.SLUG_TAKEN();
      throw error;
    }
  }

  /** Changes what is sent and leaves the rest; the header image must be one of the project's own. */
  async update(caller: Caller, slug: string, input: UpdateProjectDto): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.findOwn(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      await this.lock(manager, projectId);
      const headerAssetId = typeof input.header_image === 'string' ? await this.findHeaderAsset(manager, projectId, 'header_image', input.header_image) : input.header_image;
      await updateProject(manager, projectId, input, headerAssetId);
      return keepAnswer(manager, { project: await this.reads.record(manager, projectId) }, projectId);
    });
  }

  /** Erases the project for its owner, in a state that allows it. Answers whose files can go once that is committed. */
  async erase(caller: Caller, slug: string): Promise<ErasedAsset[]> {
    const project = await this.findOwn(slug, caller);
    return this.writes.run(project.id, async (manager) => {
      const state = await this.lock(manager, project.id);
      if (!ERASABLE_STATES.includes(state)) {
        const allowed = this.allowedFor({ ownerId: project.ownerId, state }, caller);
        throw projectErrors.STATE_CONFLICT({ message: `A project can be deleted in: ${ERASABLE_STATES.join(', ')}.`, details: { state, allowed } });
      }
      const erased = await manager.query<ErasedAsset[]>(
        `SELECT asset_id AS id, asset_extension AS extension, $1::uuid AS "projectId" FROM erase_project($1, 'owner', $2, NULL)`,
        [project.id, caller.accountId],
      );
      await keepAnswer(manager, {});
      return erased;
    });
  }

  /** Throws QUOTA_EXCEEDED when the images of all projects of the owner are too many bytes. Call it after images of the project were written. */
  async assertImagesFit(manager: EntityManager, projectId: string): Promise<void> {
    const { ownerId } = await manager.findOneByOrFail(Project, { id: projectId });
    await this.quotas.assertWithin(manager, ownerId, 'image_bytes', async () => {
      const [counted] = await manager.query<{ bytes: string }[]>('SELECT sum(image_bytes) AS bytes FROM projects WHERE owner_id = $1', [ownerId]);
      return Number(counted?.bytes ?? 0);
    });
  }

  /** Throws QUOTA_EXCEEDED when the caller has requested too many reviews in 24 hours. Call it after the move that requests one. */
  async assertMayRequestReview(manager: EntityManager, { accountId }: Caller): Promise<void> {
    await this.quotas.assertWithin(manager, accountId, 'reviews_a_day', async (limit) => {
      const requests = `FROM audit_entries WHERE actor_id = $1 AND action = 'request_review' AND at > now() - interval '24 hours'`;
      const [counted] = await manager.query<{ used: number; again: Date | null }[]>(
        `SELECT (SELECT count(*)::integer ${requests}) AS used,
           (SELECT at + interval '24 hours' ${requests} ORDER BY at DESC OFFSET $2::bigint LIMIT 1) AS again`,
        [accountId, limit],
      );
      return counted ?? 0;
    });
  }

  /** The sequence that the next log gets. */
  async nextSequence(manager: EntityManager, projectId: string): Promise<number> {
    const [project] = await manager.query<{ next: number }[]>('SELECT (last_sequence + 1)::integer AS next FROM projects WHERE id = $1', [projectId]);
    if (!project) throw projectErrors.PROJECT_NOT_FOUND();
    return project.next;
  }

  /** Holds the project until the transaction ends, so that nothing is written to one that is being erased. Answers its state. */
  async lock(manager: EntityManager, projectId: string): Promise<ProjectState> {
    const [project] = await manager.query<{ state: ProjectState }[]>('SELECT state FROM projects WHERE id = $1 FOR UPDATE', [projectId]);
    if (!project) throw projectErrors.PROJECT_NOT_FOUND();
    return project.state;
  }

  /** The project, for its owner alone; another's public project is FORBIDDEN, a private one does not exist. */
  async findOwn(slug: string, caller: Caller): Promise<Project> {
    return this.own(await this.find(bySlug(slug), caller), caller);
  }

  /** As findOwn, by the project's id; a text that is no id names no project. */
  async findOwnById(projectId: string, caller: Caller): Promise<Project> {
    if (!UUID.test(projectId)) throw projectErrors.PROJECT_NOT_FOUND({ message: 'There is no such project. Name it by its id, which is a UUID, not by its slug.' });
    return this.own(await this.find({ id: projectId }, caller), caller);
  }

  /** The project, for its owner and staff. */
  async findForOwnerOrStaff(slug: string, caller: Caller): Promise<Project> {
    const project = await this.find(bySlug(slug), caller);
    if (project.ownerId !== caller.accountId && !isStaff(caller)) {
      throw envelopeErrors.FORBIDDEN({ message: 'Only the owner of this project and staff may see that.' });
    }
    return project;
  }

  /** Fields from front matter, checked; one out of range is refused by the name `front_matter.<key>`. */
  readFrontMatter(raw: Readonly<Record<string, unknown>>): Partial<ProjectFields> {
    return readProjectFields(raw, 'front_matter.');
  }

  /** Fields from a sync's config, checked; one out of range is refused by the name `config.<key>`. */
  readConfig(raw: Readonly<Record<string, unknown>>): Partial<ProjectFields> {
    return readProjectFields(raw, 'config.');
  }

  /** What this caller may do with the project by role and state. */
  allowedFor(project: Pick<Project, 'ownerId' | 'state'>, caller: Caller): Action[] {
    const staffRoles: Actor[] = caller.roles.filter((role) => role !== 'participant');
    // Staff are only the owner of their own project.
    return allowedActions(project.state, project.ownerId === caller.accountId ? ['owner'] : staffRoles);
  }

  /** A refusal: what the action would judge is what was judged already. */
  unchanged(project: Pick<Project, 'ownerId' | 'state'>, caller: Caller): HttpError {
    const allowed = this.allowedFor(project, caller);
    return projectErrors.STATE_CONFLICT({
      message: 'Nothing has changed since the last review: change the README or add a log first.',
      details: { state: project.state, allowed },
    });
  }

  /** A refusal: staff leave their own projects to others. */
  ownProject(): HttpError {
    return envelopeErrors.FORBIDDEN({ message: 'This is your own project. Another member of the staff has to do that.' });
  }

  /** A refusal: only the reviewer who has claimed the project decides. */
  claimedByAnother(project: Pick<Project, 'ownerId' | 'state' | 'claimedUntil'>, caller: Caller): HttpError {
    return projectErrors.STATE_CONFLICT({
      message: `Another reviewer has claimed this project until ${project.claimedUntil?.toISOString()}.`,
      details: { state: project.state, allowed: this.allowedFor(project, caller) },
    });
  }

  /**
   * The asset behind a file id that is to be the header image; it stays in place until the transaction ends. Refuses, by the name of the field that it came in, what is no file id, and
   * images of nothing or of others.
   */
  async findHeaderAsset(manager: EntityManager, projectId: string, field: string, fileId: string): Promise<string> {
    const named = parseFileId(fileId);
    const [asset] =
      named?.projectId === projectId
        ? await manager.query<{ id: string }[]>('SELECT id FROM assets WHERE project_id = $1 AND id = $2 AND extension = $3 FOR KEY SHARE', [
            projectId,
            named.assetId,
            named.extension,
          ])
        : [];
    if (!asset) throw inputInvalid(field, 'is not the file id of an image of this project');
    return asset.id;
  }

  /**
   * Moves the project as the state table says, in one conditional update, so that of two at once one wins, and writes the audit row.
   * Throws FORBIDDEN when staff act on their own project, and STATE_CONFLICT when the state does not allow the move or another reviewer has claimed the project.
   * Call within a transaction.
   */
  async move(manager: EntityManager, request: MoveRequest): Promise<{ from: ProjectState; to: ProjectState }> {
    const { projectId, action, caller, reason = null } = request;
    const { by, from: allowedFrom, to: target, decision = false } = moveOf(action);
    const to = target === 'before' ? request.stateBefore : target;
    if (to === undefined) throw new Error(`${action} needs the state before`);
    const actorId = caller?.accountId ?? null;
    const [[moved]] = await manager.query<[{ from: ProjectState }[], number]>(
      `UPDATE projects project
       SET state = $2::text, updated_at = now(), shipped_at = CASE $2::text WHEN 'shipped' THEN now() END
       FROM (SELECT id, state FROM projects WHERE id = $1 FOR UPDATE) before
       WHERE project.id = before.id AND before.state = ANY ($3::text[])
         AND (NOT $4 OR project.claimed_until IS NULL OR project.claimed_until <= now() OR project.claimed_by = $5)
         AND (NOT $6 OR project.owner_id <> $5)
       RETURNING before.state AS "from"`,
      [projectId, to, allowedFrom, decision, actorId, STAFF_ACTORS.includes(by)],
    );
    if (!moved) throw await this.refusalOf(manager, request);
    await manager.insert(AuditEntry, { projectId, actor: by, actorId, action, fromState: moved.from, toState: to, reason });
    return { from: moved.from, to };
  }

  /** Why a project was not moved: its row is still held as the update found it. */
  private async refusalOf(manager: EntityManager, { projectId, action, caller }: MoveRequest): Promise<HttpError> {
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project) return projectErrors.PROJECT_NOT_FOUND();
    if (STAFF_ACTORS.includes(moveOf(action).by) && project.ownerId === caller?.accountId) return this.ownProject();
    if (caller !== null && moveOf(action).from.includes(project.state)) return this.claimedByAnother(project, caller);
    return projectErrors.STATE_CONFLICT({ details: { state: project.state, allowed: caller ? this.allowedFor(project, caller) : [] } });
  }

  private own(project: Project, caller: Caller): Project {
    if (project.ownerId !== caller.accountId) throw envelopeErrors.FORBIDDEN({ message: 'This project belongs to someone else.' });
    return project;
  }

  /** Null names no project that could ever be. */
  private async find(where: { slug: string } | { id: string } | null, caller: Caller): Promise<Project> {
    const project = where && (await this.dataSource.manager.findOneBy(Project, where));
    const hidden = project?.visibility === 'private' && project.ownerId !== caller.accountId && !isStaff(caller);
    if (!project || hidden) throw projectErrors.PROJECT_NOT_FOUND();
    return project;
  }
}

async function countProjects(manager: EntityManager, ownerId: string): Promise<number> {
  const [counted] = await manager.query<{ projects: number }[]>('SELECT count(*)::integer AS projects FROM projects WHERE owner_id = $1', [ownerId]);
  return counted?.projects ?? 0;
}
