import { Describe, Holds, ListOf, OnReceipt, OrNull } from '@shipyard/http';
import { IsDate, IsInt, IsString } from 'class-validator';
import { ProjectView } from '../project-reads';

export class ReadmeView {
  @Describe('The text that was sent, with line ends as LF and without a leading BOM.')
  @IsString()
  markdown: string;

  @Describe('Sanitized HTML, without the front matter.')
  @IsString()
  html: string;

  @Describe('When it was last changed.')
  @IsDate()
  updated_at: Date;
}

@OnReceipt()
export class ReadmeImageView {
  @Describe('The path that the README uses.')
  @IsString()
  path: string;

  @Describe('`cloud://<project id>/<asset id>.<ext>`.')
  @IsString()
  file_id: string;

  @Describe('The URL of the image, relative to the service.')
  @IsString()
  url: string;
}

@OnReceipt()
export class ReadmeAnswer {
  @Describe('The project with the new README.')
  @Holds(() => ProjectView)
  project: ProjectView;

  @Describe('The images that were sent, with what became of them.')
  @ListOf(() => ReadmeImageView)
  images: ReadmeImageView[];

  @Describe('Parts that the README does not use. They are not stored.')
  @IsString({ each: true })
  unreferenced_parts: string[];
}

@OnReceipt()
export class ReadmeProblemView {
  @Describe('The line in the README, from 1. Null if it is not known.')
  @OrNull()
  @IsInt()
  line: number | null;

  @Describe('What is wrong there.')
  @IsString()
  message: string;
}

@OnReceipt()
export class ReadmePreviewView {
  @Describe(
    'What the README would look like. Empty if it cannot be rendered. A missing image has the URL `/api/v1/assets/00000000-0000-0000-0000-<its place in missing, from 1, in 12 digits>.png`.',
  )
  @IsString()
  html: string;

  @Describe(
    'Relative images, as written: PUT needs a part for each. Those that came with the stored README under the same path are shown.',
  )
  @IsString({ each: true })
  missing: string[];

  @Describe('Why PUT would refuse the README, besides missing images.')
  @ListOf(() => ReadmeProblemView)
  problems: ReadmeProblemView[];
}
