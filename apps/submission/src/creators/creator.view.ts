import { Describe, ListOf } from '@shipyard/http';
import { IsDate, IsInt, IsString } from 'class-validator';
import { ProjectSummaryView } from '../project-reads';

export class CreatorPageView {
  @Describe('The name that others see.')
  @IsString()
  display_name: string;

  @Describe('The name of the creator in URLs.')
  @IsString()
  handle: string;

  @Describe('What the creator says about themself.')
  @IsString()
  bio: string;

  @Describe('When the account was created.')
  @IsDate()
  joined_at: Date;

  @Describe('The newest public projects, at most 100.')
  @ListOf(() => ProjectSummaryView)
  projects: ProjectSummaryView[];

  @Describe('The number of all public projects.')
  @IsInt()
  project_count: number;
}
