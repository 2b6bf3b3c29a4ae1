import { Injectable } from '@nestjs/common';
import {
  instantOf,
  leaksToken,
  logTime,
  pickFields,
  type ProjectFields,
  repeatedSequences,
  SYNCED_FIELDS,
} from '@shipyard/contracts';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { AssetsGone } from '../assets';
import { LogsService, type MarkdownLog, readLogMarkdown, readLogTitle, type RenderedLog } from '../logs';
import { MarkdownRenderer } from '../markdown/markdown-renderer';
import { type EqualLog, ProjectReadsService, readEqualLogs, readTakenSequences } from '../project-reads';
import {
  assertPropertiesNotNewer,
  lockLogCounts,
  projectIncomplete,
  ProjectsService,
  ProjectVisibility,
  ProjectWrites,
  updateProject,
} from '../projects';
import { ReadmeService, readReadmeText, type RenderedReadme } from '../readme';
import type { NewLogDto, SyncConfigDto, SyncDto } from './sync.dto';
import { syncErrors } from './sync.errors';
import type { SyncAnswer } from './sync.view';
import { planSync, type SyncState } from './sync-plan';

interface RenderedSync {
  fields: Partial<ProjectFields>;
  config: Pick<SyncConfigDto, 'visibility' | 'project_status' | 'header_image'>;
  readme: RenderedReadme | null;
  logs: RenderedLog[];
  hasConfig: boolean;
  skipsEqualLogs: boolean;
  bases: SyncBases;
}

/** What the client read before. Null if a newer one is replaced too. */
interface SyncBases {
  readme: Date | null;
  properties: Date | null;
}

@Injectable()
export class SyncService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly readmes: ReadmeService,
    private readonly logs: LogsService,
    private readonly renderer: MarkdownRenderer,
    private readonly visibility: ProjectVisibility,
  ) {}

  /**
   * Brings a project to the client's state, all or nothing:
   * 1. Check the shape of config, README and logs.
   * 2. Check that the project exists and is the caller's.
   * 3. Render README and logs, and check that every image they name is the project's.
   * 4. In one transaction, lock the project's row, refuse if README or properties are newer than their bases, leave out equal logs if asked, check the header image, and plan. If
   * there is no conflict, write README, config and logs in this order, because config overrides front matter.
   */
  async sync(caller: Caller, recorder: ResponseRecorder, input: SyncDto, now: Date): Promise<SyncAnswer> {
    const { config = {}, new_logs: newLogs = [] } = input;
    const fields = this.readFields(config);
    const readmeText =
      input.readme_markdown === undefined ? null : readReadmeText('readme_markdown', input.readme_markdown);
    const markdownLogs = readLogs(newLogs, now);
    const project = await this.projects.findOwnById(input.project_id, caller);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const sync: RenderedSync = {
      fields,
      config,
      readme:
        readmeText === null ? null : await this.readmes.prepare(project.id, 'readme_markdown', readmeText, rendering),
      logs: await this.logs.render(project.id, markdownLogs, rendering),
      hasConfig: Object.values(config).some((value) => value !== undefined),
      skipsEqualLogs: input.skip_equal_logs === true,
      bases: { readme: instantOf(input.base_updated_at), properties: instantOf(input.base_properties_updated_at) },
    };
    return this.writes
      .run(project.id, async (manager) =>
        recorder.record(manager, await this.write(manager, project.id, caller, sync), project.id),
      )
      .catch((error: unknown) => {
        // A retry finds the image missing and can name its place.
        if (error instanceof AssetsGone) return this.sync(caller, recorder, input, now);
        throw error;
      });
  }

  private readFields(config: SyncConfigDto): Partial<ProjectFields> {
    const sent = pickFields(config, SYNCED_FIELDS);
    for (const [key, value] of Object.entries(sent)) {
      if ([value].flat().some(leaksToken))
        throw inputInvalid(`config.${key}`, 'contains an access token: remove it here, and revoke it');
    }
    return this.projects.readConfig({ ...sent });
  }

  private async write(
    manager: EntityManager,
    projectId: string,
    caller: Caller,
    sync: RenderedSync,
  ): Promise<SyncAnswer> {
    const state = await lockState(
      manager,
      projectId,
      sync.logs.map(({ sequence }) => sequence),
    );
    await this.assertNotNewer(manager, projectId, sync.bases);
    const { logs, present } = await withoutEqualLogs(manager, projectId, sync);
    const { header_image: header } = sync.config;
    const headerAssetId =
      header === undefined
        ? null
        : await this.projects.findHeaderAsset(manager, projectId, 'config.header_image', header);
    const plan = planSync(state, {
      hasReadme: sync.readme !== null,
      sequences: logs.map(({ sequence }) => sequence),
      completes: sync.config.project_status === 'completed',
    });
    if (plan.kind === 'clash') {
      throw syncErrors.LOG_SEQUENCE_EXISTS({
        message: `These sequences are taken: ${plan.sequences.join(', ')}. Renumber them from ${plan.nextSequence} on.`,
        details: { sequences: plan.sequences, next_sequence: plan.nextSequence },
      });
    }
    if (plan.kind === 'incomplete') throw projectIncomplete(plan.missing);
    if (sync.readme) await this.readmes.write(manager, caller, projectId, sync.readme);
    if (sync.hasConfig || sync.readme || logs.length > 0) {
      const { visibility, project_status: projectStatus } = sync.config;
      await this.visibility.declare(manager, projectId, caller, visibility);
      await updateProject(manager, projectId, {
        fields: sync.fields,
        projectStatus,
        ...(headerAssetId !== null && { header: { source: 'set', assetId: headerAssetId } }),
        logs: { count: plan.logCount, lastSequence: plan.lastSequence },
      });
    }
    const added = await this.logs.insert(manager, projectId, logs);
    return {
      project: await this.reads.record(manager, projectId),
      readme_updated: sync.readme !== null,
      logs_added: added.map(({ id, sequence }) => ({ id, sequence })),
      ...(present && { logs_present: present.map(({ id, sequence }) => ({ id, sequence })) }),
      next_sequence: plan.nextSequence,
    };
  }

  private async assertNotNewer(manager: EntityManager, projectId: string, bases: SyncBases): Promise<void> {
    if (bases.readme !== null) await this.readmes.assertNotNewer(manager, projectId, bases.readme);
    if (bases.properties !== null) await assertPropertiesNotNewer(manager, projectId, bases.properties);
  }
}

async function lockState(manager: EntityManager, projectId: string, sequences: number[]): Promise<SyncState> {
  // A separate statement after the lock, so that waiting syncs see the logs of the one before.
  const project = await lockLogCounts(manager, projectId);
  const { hasReadme, taken } = await readTakenSequences(manager, projectId, sequences);
  return { ...project, hasReadme, takenSequences: taken };
}

/** Call it after `lockState`, so that no equal log can come in between. `present` is null if equal logs are not skipped. */
async function withoutEqualLogs(
  manager: EntityManager,
  projectId: string,
  { logs, skipsEqualLogs }: RenderedSync,
): Promise<{ logs: RenderedLog[]; present: EqualLog[] | null }> {
  if (!skipsEqualLogs) return { logs, present: null };
  const present = await readEqualLogs(manager, projectId, logs);
  const places = new Set(present.map(({ place }) => place));
  return { logs: logs.filter((_, index) => !places.has(index + 1)), present };
}

function readLogs(logs: NewLogDto[], now: Date): MarkdownLog[] {
  const [repeated] = repeatedSequences(logs.map(({ sequence }) => sequence));
  if (repeated !== undefined) throw inputInvalid('new_logs', `has the sequence ${repeated} more than once`);
  return logs.map(({ sequence, title, content_md: contentMd, created_at: createdAt }, index) => {
    const field = `new_logs[${index}].content_md`;
    const time = createdAt === undefined ? undefined : logTime(createdAt, now);
    if (time === null)
      throw inputInvalid(`new_logs[${index}].created_at`, 'must not be more than 24 hours in the future');
    return {
      field,
      sequence,
      title: readLogTitle(`new_logs[${index}].title`, title),
      contentMd: readLogMarkdown(field, contentMd),
      createdAt: time ?? null,
    };
  });
}
