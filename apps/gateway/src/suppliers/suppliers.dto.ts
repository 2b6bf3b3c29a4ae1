import { MayBeAbsent } from '@shipyard/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsObject, Matches, Max, Min, ValidateNested } from 'class-validator';
import { IsBaseUrl } from './base-url';

/** All that a supplier may be; those that this build cannot ask are shown as not available. */
export const SUPPLIER_KIND_NAMES = [
  'openai', 'anthropic', 'gemini', 'dashscope', 'volcengine-images', 'zhipu', 'tavily', 'bocha', 'serper', 'searxng', 'sandbox',
] as const;
export type SupplierKindName = (typeof SUPPLIER_KIND_NAMES)[number];

const MILLISECONDS = { min: 1, max: 3_600_000 };

/** In milliseconds, 1 to 3,600,000 each. */
export class Timeouts {
  /** Left out: 10,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  connect_ms?: number;

  /** To the head of the answer; left out: 120,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  /** Between two pieces of it; left out: 60,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  idle_ms?: number;

  /** Left out: 600,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  total_ms?: number;
}

/** What is left out stays as it is. */
export class ChangeSupplierDto {
  /** With its version, such as https://host/v1. */
  @MayBeAbsent()
  @IsBaseUrl()
  base_url?: string;

  /** In the place of all that there were. Shown as their last four only. */
  @MayBeAbsent()
  @Matches(/^[\x21-\x7e]{1,1000}$/, { each: true, message: 'api_keys must be 1 to 1000 printable ASCII characters each' })
  @ArrayUnique()
  @ArrayMaxSize(50)
  @IsArray()
  api_keys?: string[];

  /** Its own origin may be an address that is not globally routable; left out: false. */
  @MayBeAbsent()
  @IsBoolean()
  internal?: boolean;

  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => Timeouts)
  timeouts?: Timeouts;
}

export class CreateSupplierDto extends ChangeSupplierDto {
  @Matches(/^[a-z0-9][a-z0-9._-]{0,63}$/, { message: 'id must be 1 to 64 of the characters a-z 0-9 . _ -' })
  id: string;

  @IsIn(SUPPLIER_KIND_NAMES)
  kind: SupplierKindName;
}
