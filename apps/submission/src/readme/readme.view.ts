import { Describe, Holds, ListOf } from '@shipyard/http';
import { IsDate, IsString } from 'class-validator';
import { ProjectView } from '../project-reads';

export class ReadmeView {
  @Describe('As sent, but for line ends made LF and a leading BOM dropped.')
  @IsString()
  markdown: string;

  @Describe('Sanitized HTML, without the front matter.')
  @IsString()
  html: string;

  @IsDate()
  updated_at: Date;
}

export class ReadmeImageView {
  @Describe('As the README references it.')
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

  @Describe('Parts that nothing references: they are not stored.')
  @IsString({ each: true })
  unreferenced_parts: string[];
}
