import { isLongerThan } from '@shipyard/contracts';
import { Describe, Satisfies } from '@shipyard/http';
import { IsIn, IsInt, IsOptional, IsString, Matches, Min } from 'class-validator';

export type ImageResponseFormat = 'url' | 'b64_json';

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
  @IsString()
  model: string;

  @IsText({ min: 1, max: 32_000 })
  prompt: string;

  /** `<width>x<height>`. Defaults to the model's first size. */
  @IsOptional()
  @Matches(/^\d{1,20}x\d{1,20}$/, { message: 'size must have the form <width>x<height>' })
  size?: string;

  /** 1 to 10. Defaults to 1. */
  @IsOptional()
  @IsInt()
  @Min(1)
  n?: number;

  @IsOptional()
  @IsText({ min: 0, max: 256 })
  user?: string;
}

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

/** For the schema: the service reads them, because a wrong one is a wrong signature. */
export class FileLinkQuery {
  @Describe('Unix seconds.')
  @IsString()
  expires: string;

  @IsString()
  signature: string;
}
