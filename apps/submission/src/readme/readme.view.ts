import { Describe, Holds, ListOf } from '@shipyard/http';
import { IsDate, IsString } from 'class-validator';
import { ProjectView } from '../project-reads';

export class ReadmeView {
  @Describe('The text that was sent, with line ends as LF and without a leading BOM.')
  @IsString()
  markdown: string;

  @Describe('Sanitized HTML, without the front matter.')
  @IsString()
  html: string;

  @IsDate()
  updated_at: Date;
}

export class ReadmeImageView {
  @Describe('The path that the README uses.')
  @IsString()
  path: string;

  @IsString()
  file_id: string;

  @IsString()
  url: string;
}

export class ReadmeAnswer {
  @Holds(() => ProjectView)
  project: ProjectView;

  @ListOf(() => ReadmeImageView)
  images: ReadmeImageView[];

  @Describe('Parts that the README does not use. They are not stored.')
  @IsString({ each: true })
  unreferenced_parts: string[];
}
