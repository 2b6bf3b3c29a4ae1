import { isLongerThan } from '@shipyard/contracts';
import { Describe, OnlyNeutral, Satisfies } from '@shipyard/http';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, Matches, Min } from 'class-validator';
import { MAX_FALLBACKS } from '../products';

export const MAX_IMAGES = 10;
const RESPONSE_FORMATS = ['url', 'b64_json'] as const;
export type ImageResponseFormat = (typeof RESPONSE_FORMATS)[number];

/** Text that Postgres can store, so without U+0000. The length is in Unicode code points. */
function IsText({ min, max }: { min: number; max: number }) {
  const problem = (value: unknown) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value.length < min || isLongerThan(value, max)) return `must have ${min} to ${max} characters`;
    return value.includes('\u0000') ? 'must not hold U+0000' : null;
  };
  return Satisfies(problem, { type: 'string', minLength: min, maxLength: max });
}

export class ImageTaskInput {
  @Describe('The id of an image model.')
  @IsString()
  model: string;

  @Describe('What to draw: 1-32,000 characters.')
  @IsText({ min: 1, max: 32_000 })
  prompt: string;

  @Describe("`<width>x<height>` in pixels, one of the model's `sizes`. If absent or `auto`: its first.")
  @IsOptional()
  @Matches(/^(?:auto|\d{1,20}x\d{1,20})$/, { message: 'size must have the form <width>x<height>' })
  size?: string;

  @Describe(`How many images, at most ${MAX_IMAGES}. If absent: 1.`)
  @IsOptional()
  @IsInt()
  @Min(1)
  n?: number;

  @Describe('Your label of an end user, at most 256 characters.')
  @IsOptional()
  @IsText({ min: 0, max: 256 })
  user?: string;

  @Describe('As without it: images come whole.')
  @OnlyNeutral(false)
  stream?: false;

  @Describe('As without it: no partial images.')
  @OnlyNeutral(0)
  partial_images?: 0;

  @Describe("One of the model's `qualities`, if it has any. If absent or `auto`: its first.")
  @IsOptional()
  @Matches(/^[a-z][a-z0-9_-]{0,31}$/, { message: 'quality must be a word such as high' })
  @IsString()
  quality?: string | null;

  @Describe(
    `Up to ${MAX_FALLBACKS} other image models. They are asked in this order if no route of the one before answers, and none may have drawn. The answer names the model that answered, and is charged by its price.`,
  )
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_FALLBACKS)
  @IsString({ each: true })
  models?: string[] | null;

  @Describe('As without it: the model decides.')
  @OnlyNeutral('auto')
  background?: 'auto';

  @Describe('As without it: the usual filters.')
  @OnlyNeutral('auto')
  moderation?: 'auto';
}

export class ImageGenerationInput extends ImageTaskInput {
  @Describe('How the images come: as URLs that expire, or as base64. If absent: url.')
  @IsOptional()
  @IsIn(RESPONSE_FORMATS)
  response_format?: ImageResponseFormat;
}

export class ImageTaskQuery {
  @Describe('How the images come: as URLs that expire, or as base64. If absent: url.')
  @IsOptional()
  @IsIn(RESPONSE_FORMATS)
  response_format?: ImageResponseFormat;
}

/** For the schema: the service reads them, because a wrong one is a wrong signature. */
export class FileLinkQuery {
  @Describe('When the URL expires, in Unix seconds. The response that has the URL sets it.')
  @IsString()
  expires: string;

  @Describe('What proves that the gateway made the URL. The response that has the URL sets it.')
  @IsString()
  signature: string;
}
