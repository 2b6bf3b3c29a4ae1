import { Describe, ListOf } from '@shipyard/http';
import { Allow, IsIn, IsString, MaxLength } from 'class-validator';

const YAML_MAX = 1_000_000;

export class CatalogYamlDto {
  @Describe(
    'A whole catalog as YAML, at most 1,000,000 characters. What it does not name is removed. A supplier whose `api_keys` are all of the form `${NAME}`, or absent, keeps its keys. No environment variable is read.',
  )
  @IsString()
  @MaxLength(YAML_MAX)
  yaml: string;
}

export class CatalogChangeView {
  @Describe('What changes, such as `suppliers.openai` or `models.gpt-4.1.routes.openai/gpt-4.1.weight`.')
  @IsString()
  path: string;

  @Describe('`remove` of a model takes its routes away and makes it inactive, because requests name it.')
  @IsIn(['create', 'update', 'remove'])
  action: 'create' | 'update' | 'remove';

  @Describe('What is stored. Null if there is nothing.')
  @Allow()
  from: unknown;

  @Describe('What the catalog says. Null if it says nothing. New keys are masked.')
  @Allow()
  to: unknown;
}

export class CatalogChangesView {
  @Describe('The difference, suppliers first. Empty if the catalog is as stored.')
  @ListOf(() => CatalogChangeView)
  changes: CatalogChangeView[];
}
