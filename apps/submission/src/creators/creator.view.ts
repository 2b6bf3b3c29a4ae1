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

  @Describe('The newest public ones, at most 100.')
  @ListOf(() => ProjectSummaryView)
  projects: ProjectSummaryView[];

  @Describe('Of all public ones.')
  @IsInt()
  project_count: number;
}
