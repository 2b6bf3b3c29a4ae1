import { Injectable } from '@nestjs/common';
import type { VersionedRead } from '@shipyard/http';
import { type CreatorRow, ProjectListsService } from '../project-reads';
import type { CreatorPageView } from './creator.view';
import { creatorErrors } from './creators.errors';

const HANDLE = /^[a-z0-9-]{3,32}$/;

@Injectable()
export class CreatorsService {
  constructor(private readonly lists: ProjectListsService) {}

  async get(handle: string): Promise<VersionedRead<{ creator: CreatorPageView }> & { mayBeIndexed: boolean }> {
    const creator = HANDLE.test(handle) ? await this.lists.creator(handle) : undefined;
    if (!creator) throw creatorErrors.CREATOR_NOT_FOUND();
    return {
      mayBeIndexed: creator.mayBeIndexed,
      version: [creator.version, ...creator.newest.flat()],
      read: async () => ({ creator: await this.toView(creator) }),
    };
  }

  private async toView({
    displayName,
    handle,
    bio,
    createdAt,
    projectCount,
    newest,
  }: CreatorRow): Promise<CreatorPageView> {
    return {
      display_name: displayName,
      handle,
      bio,
      joined_at: createdAt,
      projects: await this.lists.summaries(newest.map(([projectId]) => projectId)),
      project_count: projectCount,
    };
  }
}
