import { applyDecorators } from '@nestjs/common';
import {
  FIELD_SCHEMAS,
  type FieldResult,
  PROGRAM_ID,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  PROJECT_STATUSES,
  type ProjectField,
  type ProjectFields,
  type ProjectStatus,
  readSearch,
  readTag,
  readVisibility,
  SLUG_SCHEMA,
  slugProblem,
  UNSET_FIELDS,
  type Visibility,
} from '@shipyard/contracts';
import { Describe, IsQueryNumber, type JsonSchema, MayBeAbsent, OrNull, RuleSchema, withFields } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches, ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

const programIdRule = (field: string) => ({ message: `${field} must have 1 to 64 characters of a-z, 0-9 and -` });

function ReadWith(read: (value: unknown) => FieldResult<unknown>, schema: JsonSchema) {
  const problem = (value: unknown) => {
    const result = read(value);
    return 'problem' in result ? result.problem : null;
  };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const result = read(value);
      return 'value' in result ? result.value : value;
    }),
    ValidateBy({
      name: 'projectField',
      constraints: [new RuleSchema(schema)],
      validator: {
        validate: (value: unknown) => problem(value) === null,
        defaultMessage: (details?: ValidationArguments) => `${details?.property} ${problem(details?.value)}`,
      },
    }),
  );
}

interface FieldRules {
  isRequired: boolean;
  description?: string;
}

function ReadField(field: ProjectField, { isRequired, description }: FieldRules) {
  const { read, schema, limits } = PROJECT_FIELDS[field];
  return applyDecorators(
    ReadWith(read, schema),
    ...(isRequired ? [] : [MayBeAbsent()]),
    Describe(description ?? limits),
  );
}

const NewProjectFields = withFields<Partial<ProjectFields>>(
  PROJECT_FIELD_NAMES,
  (field) =>
    ReadField(field, {
      isRequired: field === 'name',
      ...(field === 'color' && { description: 'If absent: chosen from the slug.' }),
    }),
  { values: UNSET_FIELDS },
);

export class CreateProjectDto extends NewProjectFields {
  declare name: string;

  @Describe('The program to join. It must be open.')
  @Matches(PROGRAM_ID, programIdRule('program_id'))
  program_id: string;

  @Describe('3-32 of `[a-z0-9-]`. It stays taken even after a deletion.')
  @ReadWith((value) => {
    const problem = slugProblem(value);
    return problem === null ? { value } : { problem };
  }, SLUG_SCHEMA)
  slug: string;

  @Describe(
    'Who may see it. `public` and `unlisted` need the scope `projects:publish`. If absent: everyone, or its owner alone if the token lacks that scope.',
  )
  @MayBeAbsent()
  @ReadWith(readVisibility, FIELD_SCHEMAS.visibility)
  visibility?: Visibility;

  @Describe('`completed` needs a README and a log, which a new project does not have: sync them with it later.')
  @MayBeAbsent()
  @IsIn(PROJECT_STATUSES)
  project_status: ProjectStatus = 'in_progress';
}

const ChangedFields = withFields<Partial<ProjectFields>>(PROJECT_FIELD_NAMES, (field) =>
  ReadField(field, { isRequired: false }),
);

/** Absent fields do not change. */
export class UpdateProjectDto extends ChangedFields {
  @Describe('Who may see it. To let more people see it, a connected app needs the scope `projects:publish`.')
  @MayBeAbsent()
  @ReadWith(readVisibility, FIELD_SCHEMAS.visibility)
  visibility?: Visibility;

  @Describe('The file id of an image of this project; null: no header image.')
  @MayBeAbsent()
  @ValidateIf((_, value) => value !== null)
  @OrNull()
  @IsString()
  header_image?: string | null;
}

export class PageQuery {
  @Describe('The most records on a page.')
  @IsQueryNumber(1, 100)
  limit = 20;

  @Describe('The number of records before the page.')
  @IsQueryNumber(0, 100_000)
  offset = 0;
}

export class ListQuery extends PageQuery {
  @Describe(
    'Text to find in name, tagline or a tag, ignoring case; at most 200 characters. If empty or absent: all projects.',
  )
  @MayBeAbsent()
  @ReadWith(readSearch, FIELD_SCHEMAS.search)
  q?: string;

  @Describe('A tag of the project, 1-32 characters.')
  @MayBeAbsent()
  @ReadWith(readTag, FIELD_SCHEMAS.tag)
  tag?: string;

  @Describe('What participants declare. If absent: projects of any status.')
  @IsOptional()
  @IsIn(PROJECT_STATUSES)
  project_status?: ProjectStatus;

  @Describe('The order: by creation or by the last change, newest first.')
  @IsOptional()
  @IsIn(['newest', 'updated'])
  sort: 'newest' | 'updated' = 'newest';
}

export class ProjectListQuery extends ListQuery {
  @Describe('The id of a program. If absent: projects of all programs.')
  @IsOptional()
  @Matches(PROGRAM_ID, programIdRule('program'))
  program?: string;

  @Describe('The same as `program`. If both are sent, they must be equal.')
  @IsOptional()
  @Matches(PROGRAM_ID, programIdRule('program_id'))
  program_id?: string;
}

export class SlugQuery {
  @Describe('Whether to suggest a slug for a name. If absent: no.')
  @IsOptional()
  @IsIn(['yes', 'no'])
  suggest?: 'yes' | 'no';
}

export class LogPageQuery {
  @Describe('The most records on a page.')
  @IsQueryNumber(1, 100)
  limit = 20;

  @Describe('`next_cursor` of the previous page.')
  @IsOptional()
  @IsString()
  cursor?: string;

  @Describe('Only the log with this sequence. The page is empty if there is none.')
  @IsQueryNumber(1, Number.MAX_SAFE_INTEGER)
  sequence?: number;
}
