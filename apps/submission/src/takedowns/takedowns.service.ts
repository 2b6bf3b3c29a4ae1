import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { assetErrors, AssetsService } from '../assets';
import { hasLog, readImageIds } from '../logs';
import { ProjectReadsService, type ProjectView } from '../project-reads';
import { eraseFromProject, ProjectsService, ProjectWrites, setHidden, type TakedownBy, takedownBy } from '../projects';
import { ShownImagesService } from './shown-images.service';

const SEQUENCE = /^[1-9]\d{0,14}$/;

/** Takes things down for staff, and back for their makers. A claim of another reviewer does not stop a takedown, because it cannot wait. */
@Injectable()
export class TakedownsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assets: AssetsService,
    private readonly shown: ShownImagesService,
  ) {}

  /** Throws STATE_CONFLICT if the project is hidden, or shown, already. */
  async setHidden(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    { isHidden, reason }: { isHidden: boolean; reason: string },
  ): Promise<{ project: ProjectView }> {
    const project = await this.projects.findOfAnother({ slug }, caller);
    return this.writes.run(project.id, async (manager) => {
      const state = await this.projects.lock(manager, project.id);
      if (!(await setHidden(manager, project.id, isHidden, takedownBy(caller, reason)))) {
        const message = isHidden
          ? 'This project is hidden already. Read it to see since when and why.'
          : 'This project is not hidden. There is nothing to undo.';
        throw this.projects.conflict(message, { ...project, state }, caller);
      }
      return recorder.record(manager, { project: await this.reads.record(manager, project.id) }, project.id);
    });
  }

  async removeLog(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    written: string,
    reason: string,
  ): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.projects.findOfAnother({ slug }, caller);
    return this.eraseLog(recorder, projectId, written, takedownBy(caller, reason));
  }

  /** Throws FORBIDDEN if the caller does not own the project. */
  async withdrawLog(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    written: string,
    reason: string | null,
  ): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.projects.findOwn(slug, caller);
    return this.eraseLog(recorder, projectId, written, { actor: 'owner', actorId: caller.accountId, reason });
  }

  async withdrawImage(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    assetId: string,
    reason: string | null,
  ): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.projects.findOwn(slug, caller);
    const asset = await this.assets.find(assetId);
    if (asset.projectId !== projectId) throw assetErrors.ASSET_NOT_FOUND();
    return this.eraseImage(recorder, projectId, assetId, { actor: 'owner', actorId: caller.accountId, reason });
  }

  private async eraseLog(
    recorder: ResponseRecorder,
    projectId: string,
    written: string,
    by: TakedownBy,
  ): Promise<{ project: ProjectView }> {
    const sequence = SEQUENCE.test(written) ? Number(written) : null;
    if (sequence === null) throw noLog();
    const assetIds = await readImageIds(this.dataSource.manager, projectId, sequence);
    return this.remove(recorder, projectId, assetIds, async (manager) => {
      if (!(await hasLog(manager, projectId, sequence))) throw noLog();
      return eraseFromProject(manager, projectId, { sequence }, by);
    });
  }

  async removeImage(
    caller: Caller,
    recorder: ResponseRecorder,
    assetId: string,
    reason: string,
  ): Promise<{ project: ProjectView }> {
    const { projectId } = await this.assets.find(assetId);
    await this.projects.findOfAnother({ projectId }, caller);
    return this.eraseImage(recorder, projectId, assetId, takedownBy(caller, reason));
  }

  private async eraseImage(
    recorder: ResponseRecorder,
    projectId: string,
    assetId: string,
    by: TakedownBy,
  ): Promise<{ project: ProjectView }> {
    return this.remove(recorder, projectId, [assetId], async (manager) => {
      if (!(await this.assets.has(manager, projectId, assetId))) throw assetErrors.ASSET_NOT_FOUND();
      return eraseFromProject(manager, projectId, { assetId }, by);
    });
  }

  /**
   * Removes images with what `erase` removes:
   * 1. Render the documents that show the images without them.
   * 2. In one transaction, write these documents and erase. The database marks documents that changed meanwhile as
   *    stale, and the worker renders them.
   * 3. Remove the files. The sweeper removes those that a crash leaves.
   */
  private async remove(
    recorder: ResponseRecorder,
    projectId: string,
    assetIds: string[],
    erase: (manager: EntityManager) => ReturnType<typeof eraseFromProject>,
  ): Promise<{ project: ProjectView }> {
    const documents = await this.shown.renderWithout(projectId, assetIds);
    const { erased, answer } = await this.writes.run(projectId, async (manager) => {
      await this.projects.lock(manager, projectId);
      await this.shown.write(manager, documents);
      const erasedAssets = await erase(manager);
      const project = await this.reads.record(manager, projectId);
      return { erased: erasedAssets, answer: await recorder.record(manager, { project }, projectId) };
    });
    await this.assets.removeFiles(erased);
    return answer;
  }
}

const noLog = () =>
  envelopeErrors.NOT_FOUND({
    message: 'This project has no log with this sequence, or it is removed already. Check the sequence.',
  });
