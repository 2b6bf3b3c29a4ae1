import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProjectListsService } from '../projects/project-lists.service';
import type { CreatorPageView } from './creator.view';
import { creatorErrors } from './creators.errors';

interface CreatorRow {
  id: string;
  displayName: string;
  handle: string;
  bio: string;
  createdAt: Date;
  projectCount: number;
}

const HANDLE = /^[a-z0-9-]{3,32}$/;

@Injectable()
export class CreatorsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ProjectListsService,
  ) {}

  async get(handle: string): Promise<CreatorPageView> {
    const [creator] = HANDLE.test(handle)
      ? await this.dataSource.query<CreatorRow[]>(
          `SELECT id, display_name AS "displayName", handle, bio, created_at AS "createdAt", project_count AS "projectCount"
           FROM accounts WHERE handle = $1`,
          [handle],
        )
      : [];
    if (!creator) throw creatorErrors.CREATOR_NOT_FOUND();
    return {
      display_name: creator.displayName,
      handle: creator.handle,
      bio: creator.bio,
      joined_at: creator.createdAt,
      projects: await this.lists.ofOwner(creator.id),
      project_count: creator.projectCount,
    };
  }
}
