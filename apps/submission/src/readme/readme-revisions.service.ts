import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { NOT_OWNER } from '../projects';
import { ProjectReadsService } from '../project-reads';
import { ReadmeUploadService } from './readme-upload.service';
import { findRevision, listRevisions } from './readme-revision-rows';
import type { ReadmeRevisionListView, RevisionTextView } from './readme-revisions.view';

/** For the owner and staff: others see the README alone. */
@Injectable()
export class ReadmeRevisionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: ProjectReadsService,
    private readonly uploads: ReadmeUploadService,
  ) {}

  async list(caller: Caller, slug: string): Promise<ReadmeRevisionListView> {
    return { revisions: await listRevisions(this.dataSource.manager, await this.insideOf(slug, caller)) };
  }

  async get(caller: Caller, slug: string, id: string): Promise<RevisionTextView> {
    const projectId = await this.insideOf(slug, caller);
    const markdown = isUUID(id) ? await findRevision(this.dataSource.manager, projectId, id) : null;
    if (markdown === null)
      throw envelopeErrors.NOT_FOUND({
        message: 'The README has no such revision. List the revisions: the oldest are not kept.',
      });
    return { markdown };
  }

  /** As PUT readme with that text, which keeps the images that came with the present README. */
  async restore(caller: Caller, recorder: ResponseRecorder, slug: string, markdown: string): Promise<void> {
    const texts = new Map([
      ['readme', Buffer.from(markdown)],
      ['keep_images', Buffer.from('true')],
    ]);
    await this.uploads.put(caller, recorder, slug, {
      texts,
      lists: new Map(),
      files: [],
      disconnect: new AbortController().signal,
    });
  }

  private async insideOf(slug: string, caller: Caller): Promise<string> {
    const { projectId, isInside } = await this.reads.visibleProject(slug, caller);
    if (!isInside) throw envelopeErrors.FORBIDDEN({ message: NOT_OWNER });
    return projectId;
  }
}
