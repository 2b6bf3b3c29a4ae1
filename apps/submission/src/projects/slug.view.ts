import { Describe, OrNull } from '@shipyard/http';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';

export const SLUG_REFUSALS = ['taken', 'reserved', 'invalid'] as const;
export type SlugRefusal = (typeof SLUG_REFUSALS)[number];

export class SlugView {
  @Describe('The slug that was asked about.')
  @IsString()
  slug: string;

  @Describe('Whether a project could be created with it now. Another request may take it first.')
  @IsBoolean()
  free: boolean;

  @Describe('Why it is not free: a project has or had it, the service needs it, or it breaks the rule for slugs.')
  @OrNull()
  @IsIn(SLUG_REFUSALS)
  reason: SlugRefusal | null;

  @Describe('Only if `suggest` was asked for: a free slug for what was sent, read as a name. Null if none was found.')
  @IsOptional()
  @OrNull()
  @IsString()
  suggestion?: string | null;
}
