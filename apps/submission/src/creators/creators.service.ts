import { Injectable } from '@nestjs/common';
import type { VersionedRead } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { NEWEST_OF_ACCOUNT, ProjectListsService } from '../project-reads/project-lists.service';
import type { CreatorPageView } from './creator.view';
import { creatorErrors } from './creators.errors';

interface CreatorRow {
  version: string;
  displayName: string;
  handle: string;
  bio: string;
  createdAt: Date;
  projectCount: number;
  newest: [projectId: string, version: string][];
}

const HANDLE = /^[a-z0-9-]{3,32}$/;

@Injectable()
export class CreatorsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ProjectListsService,
  ) {}

  async get(handle: string): Promise<VersionedRead<{ creator: CreatorPageView }>> {
    const [creator] = HANDLE.test(handle)
      ? await this.dataSource.query<CreatorRow[]>(
          `SELECT account.version, account.display_name AS "displayName", account.handle, account.bio, account.created_at AS "createdAt",
             account.project_count AS "projectCount", (${NEWEST_OF_ACCOUNT}) AS newest
           FROM accounts account WHERE account.handle = $1`,
          [handle],
        )
      : [];
    if (!creator) throw creatorErrors.CREATOR_NOT_FOUND();
    return { version: [creator.version, ...creator.newest.flat()], read: async () => ({ creator: await this.toView(creator) }) };
  }

  private async toView({ displayName, handle, bio, createdAt, projectCount, newest }: CreatorRow): Promise<CreatorPageView> {
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
