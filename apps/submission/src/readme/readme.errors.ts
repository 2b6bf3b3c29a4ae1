import { defineErrors, Describe } from '@shipyard/http';
import { IsDate, IsInt, IsString } from 'class-validator';

export class MissingImages {
  @Describe('All missing images, by the path that the README uses.')
  @IsString({ each: true })
  missing: string[];
}

export class UnreadableParts {
  @Describe('The names of the parts.')
  @IsString({ each: true })
  parts: string[];
}

export class FrontMatterPlace {
  @Describe('The line in the README, from 1.')
  @IsInt()
  line: number;

  @Describe('The column in characters, from 1.')
  @IsInt()
  column: number;
}

export class NewerReadme {
  @Describe('The time of the README as it is now.')
  @IsDate()
  updated_at: Date;
}

export const readmeErrors = defineErrors({
  README_IMAGE_MISSING: {
    status: 400,
    message: 'The README refers to images that were not sent. Send the images in details.missing.',
    details: MissingImages,
  },
  README_ATTACHMENT_NOT_IMAGE: {
    status: 400,
    message: 'Some images are damaged, or are not PNG, JPEG, WebP or GIF. Replace the images in details.parts.',
    details: UnreadableParts,
  },
  README_FRONT_MATTER_INVALID: {
    status: 400,
    message: 'The front matter is not a YAML mapping. Quote values that contain ": " or " #".',
    detailsWhereKnown: FrontMatterPlace,
  },
  README_CHANGED: {
    status: 409,
    message:
      'The README has changed since you read it. Read it again, apply your changes to it, and send it with its updated_at.',
    details: NewerReadme,
  },
  README_NOT_FOUND: { status: 404, message: 'This project has no README yet. Its owner can add one.' },
});
