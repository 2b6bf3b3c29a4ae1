import { applyDecorators } from '@nestjs/common';
import {
  instantOf,
  isListField,
  LOG_SEQUENCE_MAX,
  NEW_LOGS_MAX,
  PROJECT_FIELDS,
  PROJECT_STATUSES,
  type ProjectFields,
  type ProjectStatus,
  SYNCED_FIELDS,
  type SyncedField,
  VISIBILITIES,
  type Visibility,
} from '@shipyard/contracts';
import { Describe, MayBeAbsent, Satisfies, withFields } from '@shipyard/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

const instantProblem = (value: unknown): string | null =>
  instantOf(value) === null ? 'must be an ISO 8601 time with an offset' : null;

/** What a text may hold is checked later, where a refusal names its place in the config. */
const SyncedFields = withFields<Partial<Pick<ProjectFields, SyncedField>>>(SYNCED_FIELDS, (field) =>
  applyDecorators(
    ...(isListField(field) ? [IsString({ each: true }), IsArray()] : [IsString()]),
    MayBeAbsent(),
    Describe(PROJECT_FIELDS[field].limits),
  ),
);

export class SyncConfigDto extends SyncedFields {
  @Describe('The file id (`cloud://…`) of an image of this project.')
  @MayBeAbsent()
  @IsString()
  header_image?: string;

  @Describe('Who may see the project. To let more people see it, a connected app needs the scope `projects:publish`.')
  @MayBeAbsent()
  @IsIn(VISIBILITIES)
  visibility?: Visibility;

  @Describe('`completed` needs a README and a log; those of the same request count.')
  @MayBeAbsent()
  @IsIn(PROJECT_STATUSES)
  project_status?: ProjectStatus;
}

export class NewLogDto {
  @Describe('1 to 1,000,000, and not yet taken in the project. Gaps are allowed.')
  @IsInt()
  @Min(1)
  @Max(LOG_SEQUENCE_MAX)
  sequence: number;

  @Describe('1-120 characters.')
  @IsString()
  title: string;

  @Describe('At most 64 KiB. Its images have a file id or are on other hosts.')
  @IsString()
  content_md: string;

  @Describe(
    'A Unix time: in seconds if below 100,000,000,000, else in milliseconds; at most 24 hours ahead. If absent: now.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  created_at?: number;
}

export class SyncDto {
  @Describe('The id of the project, not its slug.')
  @IsString()
  project_id: string;

  @Describe('The properties to change.')
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => SyncConfigDto)
  config?: SyncConfigDto;

  @Describe('Replaces the README; at most 1 MiB. Its images have a file id or are on other hosts.')
  @MayBeAbsent()
  @IsString()
  readme_markdown?: string;

  @Describe('At most 200.')
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(NEW_LOGS_MAX)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => NewLogDto)
  new_logs?: NewLogDto[];

  @Describe(
    'The `readme_updated_at` that you read. If the README is newer, the answer is README_CHANGED and nothing is written. If absent, a newer README is replaced too.',
  )
  @MayBeAbsent()
  @Satisfies(instantProblem, { type: 'string', format: 'date-time' })
  base_updated_at?: string;

  @Describe(
    'The `properties_updated_at` that you read. If the properties are newer, the answer is PROPERTIES_CHANGED and nothing is written. If absent, newer properties are replaced too.',
  )
  @MayBeAbsent()
  @Satisfies(instantProblem, { type: 'string', format: 'date-time' })
  base_properties_updated_at?: string;

  @Describe(
    'Skips a new log if a log of the project has its title and text, whatever its sequence, and lists that log in `logs_present`. For a client that sends a log again because it got no answer.',
  )
  @MayBeAbsent()
  @IsBoolean()
  skip_equal_logs?: boolean;
}
