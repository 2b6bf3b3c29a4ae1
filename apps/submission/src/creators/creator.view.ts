import { Describe, ListOf } from '@shipyard/http';
import { IsDate, IsInt, IsString } from 'class-validator';
import { ProjectSummaryView } from '../project-reads';

export class CreatorPageView {
  @IsString()
  display_name: string;

  @IsString()
  handle: string;

  @IsString()
  bio: string;

  @IsDate()
  joined_at: Date;

  @Describe('The newest public projects, at most 100.')
  @ListOf(() => ProjectSummaryView)
  projects: ProjectSummaryView[];

  @Describe('The number of all public projects.')
  @IsInt()
  project_count: number;
}
