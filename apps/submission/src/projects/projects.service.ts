import { Injectable } from '@nestjs/common';
import {
  type Action,
  type Actor,
  allowedActions,
  colorOf,
  ERASABLE_STATES,
  isSlug,
  MISSING_PARTS,
  moveOf,
  pickFields,
  PROJECT_FIELD_NAMES,
  type ProjectFields,
  type ProjectState,
} from '@shipyard/contracts';
import { envelopeErrors, type HttpError, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { parseFileId } from '@shipyard/markdown';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { DataSource, IsNull } from 'typeorm';
import { type Caller, isStaff, QuotasService } from '../accounts';
import { keyOfMoveMail, MAIL_OF_MOVE, MailOutbox } from '../mail';
import { ProgramsService } from '../programs';
import { AuditEntry } from './audit-entry.entity';
import { Project } from './project.entity';
import { requireProjectFields } from './project-fields';
import { carryIntoReadme } from './front-matter-change';
import { assertOwnerStays, lockProject } from './project-locks';
import type { ErasedAsset } from './project-takedowns';
import { insertProject, updateProject } from './project-update';
import { ProjectVisibility } from './project-visibility.service';
import { ProjectReadsService, type ProjectView } from '../project-reads';
import { ProjectWrites } from './project-writes.service';
import type { CreateProjectDto, UpdateProjectDto } from './projects.dto';
import { NOT_OWNER, projectErrors, projectIncomplete } from './projects.errors';

export interface MoveRequest {
  projectId: string;
  action: Exclude<Action, 'create'>;
  caller: Caller | null;
  reason?: string;
  stateBefore?: ProjectState;
  /** How long the mail about it waits. 0 if absent. */
  mailAfterSeconds?: number;
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
    private readonly visibility: ProjectVisibility,
  ) {}

  async create(caller: Caller, recorder: ResponseRecorder, input: CreateProjectDto): Promise<{ project: ProjectView }> {
    const projectId = uuidv7();
    try {
      return await this.dataSource.transaction(async (manager) => {
        await this.programs.assertOpen(manager, input.program_id);
        await insertProject(manager, {
          projectId,
          slug: input.slug,
          programId: input.program_id,
          ownerId: caller.accountId,
          fields: { ...pickFields(input, PROJECT_FIELD_NAMES), color: input.color ?? colorOf(input.slug) },
        });
        const visibility = input.visibility ?? (await this.visibility.unsaid(manager, caller));
        await this.visibility.declare(manager, projectId, caller, visibility);
        // Nobody can close the program now. A lock before the slug is taken could deadlock with an erasure.
        await this.programs.assertOpen(manager, input.program_id);
        await manager.insert(AuditEntry, {
          projectId,
          actor: 'owner',
          actorId: caller.accountId,
          action: 'create',
          toState: 'draft',
        });
        await this.quotas.assertWithin(manager, caller.accountId, 'projects', () =>
          countProjects(manager, caller.accountId),
        );
        if (input.project_status === 'completed') throw projectIncomplete([...MISSING_PARTS]);
        return recorder.record(manager, { project: await this.reads.record(manager, projectId) }, projectId);
      });
    } catch (error) {
      // The second constraint is for a slug whose project was erased.
      if (['projects_slug_key', 'slugs_pkey'].includes(violatedConstraint(error) ?? ''))
        throw projectErrors.SLUG_TAKEN();
      throw error;
    }
  }

  async update(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    input: UpdateProjectDto,
  ): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.findOwn(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      await this.lockOwn(manager, projectId);
      const headerAssetId =
        typeof input.header_image === 'string'
          ? await this.findHeaderAsset(manager, projectId, 'header_image', input.header_image)
          : input.header_image;
      await this.visibility.declare(manager, projectId, caller, input.visibility);
      const header = headerAssetId === undefined ? undefined : { source: 'set' as const, assetId: headerAssetId };
      await updateProject(manager, projectId, { fields: input, header });
      await carryIntoReadme(manager, projectId, input);
      return recorder.record(manager, { project: await this.reads.record(manager, projectId) }, projectId);
    });
  }

  /** Saying it again changes nothing. Throws STATE_CONFLICT unless the prize was sent. */
  async confirmArrival(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<{ project: ProjectView }> {
    const { id: projectId, ownerId } = await this.findOwn(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      const state = await this.lockOwn(manager, projectId);
      if (state !== 'shipped') throw this.conflict('The prize has not been sent yet.', { ownerId, state }, caller);
      const [, told] = await manager.query<[unknown, number]>(
        'UPDATE projects SET arrived_at = greatest(now(), shipped_at) WHERE id = $1 AND arrived_at IS NULL',
        [projectId],
      );
      const entry = { projectId, actor: 'owner' as const, actorId: caller.accountId, action: 'confirm_arrival' };
      if (told > 0) await manager.insert(AuditEntry, { ...entry, fromState: state, toState: state });
      return recorder.record(manager, { project: await this.reads.record(manager, projectId) }, projectId);
    });
  }

  async erase(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<ErasedAsset[]> {
    const project = await this.findOwn(slug, caller);
    return this.writes.run(project.id, async (manager) => {
      const state = await this.lockOwn(manager, project.id);
      if (!ERASABLE_STATES.includes(state)) {
        const allowed = this.allowedFor({ ownerId: project.ownerId, state }, caller);
        throw projectErrors.STATE_CONFLICT({
          message: `A project can be deleted only in one of these states: ${ERASABLE_STATES.join(', ')}.`,
          details: { state, allowed },
        });
      }
      const erased = await manager.query<ErasedAsset[]>(
        `SELECT asset_id AS id, asset_extension AS extension, $1::uuid AS "projectId" FROM erase_project($1, 'owner', $2, NULL)`,
        [project.id, caller.accountId],
      );
      await recorder.record(manager, {});
      return erased;
    });
  }

  /** Throws QUOTA_EXCEEDED. Call it after the images were written. */
  async assertImagesFit(manager: EntityManager, projectId: string): Promise<void> {
    const { ownerId } = await manager.findOneByOrFail(Project, { id: projectId });
    await this.quotas.assertWithin(manager, ownerId, 'image_bytes', async () => {
      const [counted] = await manager.query<{ bytes: string | null }[]>(
        'SELECT sum(image_bytes) AS bytes FROM projects WHERE owner_id = $1',
        [ownerId],
      );
      return Number(counted?.bytes ?? 0);
    });
  }

  /** Throws QUOTA_EXCEEDED. Call it after the move that requests the review. */
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

  async nextSequence(manager: EntityManager, projectId: string): Promise<number> {
    const [project] = await manager.query<{ next: number }[]>(
      'SELECT (last_sequence + 1)::integer AS next FROM projects WHERE id = $1',
      [projectId],
    );
    if (!project) throw projectErrors.PROJECT_NOT_FOUND();
    return project.next;
  }

  /** Throws PROJECT_NOT_FOUND. */
  async lock(manager: EntityManager, projectId: string): Promise<ProjectState> {
    const state = await lockProject(manager, projectId);
    if (state === null) throw projectErrors.PROJECT_NOT_FOUND();
    return state;
  }

  /** For a write of the owner. Throws PROJECT_NOT_FOUND, and AUTH_TOKEN_INVALID if the owner has deleted their account. */
  async lockOwn(manager: EntityManager, projectId: string): Promise<ProjectState> {
    const state = await this.lock(manager, projectId);
    await assertOwnerStays(manager, projectId);
    return state;
  }

  /** Throws FORBIDDEN for another's public project and PROJECT_NOT_FOUND for a private one. */
  async findOwn(slug: string, caller: Caller): Promise<Project> {
    return this.own(await this.find(bySlug(slug), caller), caller);
  }

  /** A malformed id is treated as unknown. */
  async findOwnById(projectId: string, caller: Caller): Promise<Project> {
    if (!UUID.test(projectId))
      throw projectErrors.PROJECT_NOT_FOUND({
        message: "There is no project with this id. Send the project's id, which is a UUID, not its slug.",
      });
    return this.own(await this.find({ id: projectId }, caller), caller);
  }

  /** Throws FORBIDDEN if it is the caller's own. */
  async findOfAnother(named: { slug: string } | { projectId: string }, caller: Caller): Promise<Project> {
    const project = await this.find('slug' in named ? bySlug(named.slug) : { id: named.projectId }, caller);
    if (project.ownerId === caller.accountId) throw this.ownProject();
    return project;
  }

  async findForOwnerOrStaff(slug: string, caller: Caller): Promise<Project> {
    const project = await this.find(bySlug(slug), caller);
    if (project.ownerId !== caller.accountId && !isStaff(caller)) {
      throw envelopeErrors.FORBIDDEN({ message: 'Only the owner of this project and staff may see this.' });
    }
    return project;
  }

  readFrontMatter(raw: Readonly<Record<string, unknown>>): Partial<ProjectFields> {
    return requireProjectFields(raw, 'front_matter.');
  }

  readConfig(raw: Readonly<Record<string, unknown>>): Partial<ProjectFields> {
    return requireProjectFields(raw, 'config.');
  }

  allowedFor(project: Pick<Project, 'ownerId' | 'state'>, caller: Caller): Action[] {
    const staffRoles: Actor[] = caller.roles.filter((role) => role !== 'participant');
    // For their own project, staff count as its owner only.
    return allowedActions(project.state, project.ownerId === caller.accountId ? ['owner'] : staffRoles);
  }

  unchanged(project: Pick<Project, 'ownerId' | 'state'>, caller: Caller): HttpError {
    return this.conflict(
      'Nothing has changed since the last review. Change the README or add a log first.',
      project,
      caller,
    );
  }

  conflict(message: string, project: Pick<Project, 'ownerId' | 'state'>, caller: Caller): HttpError {
    return projectErrors.STATE_CONFLICT({
      message,
      details: { state: project.state, allowed: this.allowedFor(project, caller) },
    });
  }

  ownProject(): HttpError {
    return envelopeErrors.FORBIDDEN({
      message: 'This is your own project. Ask another member of the staff to do this.',
    });
  }

  claimedByAnother(project: Pick<Project, 'ownerId' | 'state' | 'claimedUntil'>, caller: Caller): HttpError {
    return this.conflict(
      `Another reviewer has claimed this project until ${project.claimedUntil?.toISOString()}. Try again after that.`,
      project,
      caller,
    );
  }

  async claimRefusal(manager: EntityManager, projectId: string, caller: Caller): Promise<HttpError> {
    const project = await manager.findOneBy(Project, { id: projectId });
    return project ? this.claimedByAnother(project, caller) : projectErrors.PROJECT_NOT_FOUND();
  }

  async recordShipmentRead(
    manager: EntityManager,
    read: { projectId: string; actor: Actor; actorId: string; state: ProjectState },
  ): Promise<void> {
    const { state, ...entry } = read;
    await manager.insert(AuditEntry, { ...entry, action: 'read_shipment', fromState: state, toState: state });
  }

  /** Returns the id of the entry. */
  async recordReminder(
    manager: EntityManager,
    { state, ...entry }: { projectId: string; actorId: string; state: ProjectState },
  ): Promise<string> {
    const reminder = { ...entry, actor: 'fulfilment', action: 'remind_of_address' } as const;
    const { identifiers } = await manager.insert(AuditEntry, { ...reminder, fromState: state, toState: state });
    return String(identifiers[0]?.id);
  }

  /** Locks the asset. Throws, naming `field`, unless the file id is an image of this project. */
  async findHeaderAsset(manager: EntityManager, projectId: string, field: string, fileId: string): Promise<string> {
    const named = parseFileId(fileId);
    const [asset] =
      named?.projectId === projectId
        ? await manager.query<{ id: string }[]>(
            'SELECT id FROM assets WHERE project_id = $1 AND id = $2 AND extension = $3 FOR KEY SHARE',
            [projectId, named.assetId, named.extension],
          )
        : [];
    if (!asset) throw inputInvalid(field, 'is not the file id of an image of this project');
    return asset.id;
  }

  /**
   * One conditional update, so that one of two concurrent moves succeeds, with the audit entry and the owner's mail.
   * Throws FORBIDDEN and STATE_CONFLICT, and AUTH_TOKEN_INVALID if the owner has deleted their account.
   */
  async move(manager: EntityManager, request: MoveRequest): Promise<{ from: ProjectState; to: ProjectState }> {
    const { projectId, action, caller, reason = null } = request;
    const { by, from: allowedFrom, to: target, decision = false } = moveOf(action);
    const to = target === 'before' ? request.stateBefore : target;
    if (to === undefined) throw new Error(`${action} needs the state before`);
    const actorId = caller?.accountId ?? null;
    const [[moved]] = await manager.query<[{ from: ProjectState; ownerId: string }[], number]>(
      `UPDATE projects project
       SET state = $2::text, updated_at = now(), shipped_at = CASE $2::text WHEN 'shipped' THEN now() END
       FROM (SELECT id, state FROM projects WHERE id = $1 FOR UPDATE) before
       WHERE project.id = before.id AND before.state = ANY ($3::text[])
         AND (NOT $4 OR project.claimed_until IS NULL OR project.claimed_until <= now() OR project.claimed_by = $5)
         AND (NOT $6 OR project.owner_id <> $5)
       RETURNING before.state AS "from", project.owner_id AS "ownerId"`,
      [projectId, to, allowedFrom, decision, actorId, STAFF_ACTORS.includes(by)],
    );
    if (!moved) throw await this.refusalOf(manager, request);
    if (by === 'owner') await assertOwnerStays(manager, projectId);
    const entry = { projectId, actor: by, actorId, action, fromState: moved.from, toState: to, reason };
    const { identifiers } = await manager.insert(AuditEntry, entry);
    const kind = MAIL_OF_MOVE[action];
    if (kind) {
      const key = keyOfMoveMail(kind, String(identifiers[0]?.id));
      const mail = { accountId: moved.ownerId, projectId, kind, key, data: { state: to } };
      await MailOutbox.add(manager, { ...mail, afterSeconds: request.mailAfterSeconds });
    }
    return { from: moved.from, to };
  }

  private async refusalOf(manager: EntityManager, { projectId, action, caller }: MoveRequest): Promise<HttpError> {
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project) return projectErrors.PROJECT_NOT_FOUND();
    if (STAFF_ACTORS.includes(moveOf(action).by) && project.ownerId === caller?.accountId) return this.ownProject();
    if (caller !== null && moveOf(action).from.includes(project.state)) return this.claimedByAnother(project, caller);
    return projectErrors.STATE_CONFLICT({
      details: { state: project.state, allowed: caller ? this.allowedFor(project, caller) : [] },
    });
  }

  private own(project: Project, caller: Caller): Project {
    if (project.ownerId !== caller.accountId) throw envelopeErrors.FORBIDDEN({ message: NOT_OWNER });
    return project;
  }

  private async find(where: { slug: string } | { id: string } | null, caller: Caller): Promise<Project> {
    const project = where && (await this.dataSource.manager.findOneBy(Project, { ...where, erasingAt: IsNull() }));
    const hidden = project?.visibility === 'private' && project.ownerId !== caller.accountId && !isStaff(caller);
    if (!project || hidden) throw projectErrors.PROJECT_NOT_FOUND();
    return project;
  }
}

async function countProjects(manager: EntityManager, ownerId: string): Promise<number> {
  const [counted] = await manager.query<{ projects: number }[]>(
    'SELECT count(*)::integer AS projects FROM projects WHERE owner_id = $1',
    [ownerId],
  );
  return counted?.projects ?? 0;
}
