import { IsIn, IsInt, IsOptional, IsString, Length, Matches, MaxLength, Min } from 'class-validator';

/** Postgres stores no U+0000. */
const NO_NUL = /^[^\u0000]*$/;

export type ImageResponseFormat = 'url' | 'b64_json';

/** What POST /v1/images/tasks takes. */
export class ImageTaskInput {
  @IsString()
  model: string;

  /** 1 to 32,000 characters. */
  @Matches(NO_NUL, { message: 'prompt must not hold U+0000' })
  @Length(1, 32_000)
  @IsString()
  prompt: string;

  /** `<width>x<height>`; left out: the first of the model's sizes. */
  @IsOptional()
  @Matches(/^\d{1,5}x\d{1,5}$/, { message: 'size must have the form <width>x<height>' })
  size?: string;

  /** 1 to 10; left out: 1. */
  @IsOptional()
  @Min(1)
  @IsInt()
  n?: number;

  /** The caller's label of an end user, at most 256 characters. */
  @IsOptional()
  @Matches(NO_NUL, { message: 'user must not hold U+0000' })
  @MaxLength(256)
  @IsString()
  user?: string;
}

/** What POST /v1/images/generations takes. */
export class ImageGenerationInput extends ImageTaskInput {
  @IsOptional()
  @IsIn(['url', 'b64_json'])
  response_format?: ImageResponseFormat;
}

export class ImageTaskQuery {
  @IsOptional()
  @IsIn(['url', 'b64_json'])
  response_format?: ImageResponseFormat;
}
