import {
  type Action,
  CALLER_ACTIONS,
  MISSING_PARTS,
  type MissingPart,
  PROJECT_STATES,
  type ProjectState,
  VISIBILITIES,
  type Visibility,
} from '@shipyard/contracts';
import { Describe, ListOf } from '@shipyard/http';
import { IsBoolean, IsIn, IsInt, IsString, Min } from 'class-validator';
import { ProjectSummaryView } from './project.view';

export class ProjectListView {
  @Describe('The projects of this page.')
  @ListOf(() => ProjectSummaryView)
  projects: ProjectSummaryView[];

  @Describe('The total of all pages.')
  @IsInt()
  @Min(0)
  total: number;

  @Describe('The most projects on a page.')
  @IsInt()
  limit: number;

  @Describe('The number of projects before this page.')
  @IsInt()
  offset: number;
}

export class OwnProjectView extends ProjectSummaryView {
  @Describe('What the owner chose. A project that staff have hidden is private, whatever its visibility.')
  @IsIn(VISIBILITIES)
  visibility: Visibility;

  @Describe('The state in the lifecycle.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('Whether it has a README.')
  @IsBoolean()
  has_readme: boolean;

  @Describe('What a review still needs.')
  @IsIn(MISSING_PARTS, { each: true })
  missing: MissingPart[];

  @Describe('What the owner may do in this state.')
  @IsIn(CALLER_ACTIONS, { each: true })
  allowed: Action[];
}

export class OwnProjectListView {
  @Describe('The projects of this page.')
  @ListOf(() => OwnProjectView)
  projects: OwnProjectView[];

  @Describe('The total of all pages.')
  @IsInt()
  @Min(0)
  total: number;

  @Describe('The most projects on a page.')
  @IsInt()
  limit: number;

  @Describe('The number of projects before this page.')
  @IsInt()
  offset: number;
}

export class LogTitleView {
  @Describe('Unique within the project.')
  @IsInt()
  @Min(1)
  sequence: number;

  @Describe('The title of the log.')
  @IsString()
  title: string;
}

export class ProjectTitlesView {
  @Describe('The name of the project in its URL.')
  @IsString()
  slug: string;

  @Describe('The name of the project.')
  @IsString()
  name: string;

  @Describe('Whether it has a README.')
  @IsBoolean()
  has_readme: boolean;

  @Describe('Its newest 20 logs, newest first.')
  @ListOf(() => LogTitleView)
  logs: LogTitleView[];
}

export class ProjectTitlesListView {
  @Describe('The projects of this page.')
  @ListOf(() => ProjectTitlesView)
  projects: ProjectTitlesView[];

  @Describe('The total of all pages.')
  @IsInt()
  @Min(0)
  total: number;

  @Describe('The most projects on a page.')
  @IsInt()
  limit: number;

  @Describe('The number of projects before this page.')
  @IsInt()
  offset: number;
}
