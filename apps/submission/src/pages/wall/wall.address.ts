import type { IncomingMessage } from 'node:http';
import { checkFields } from '@shipyard/http';
import { type FieldErrors, fieldErrorsOf } from '@shipyard/pages';
import { ProjectListQuery } from '../../projects';

const NAMES = ['q', 'tag', 'program', 'project_status', 'sort', 'offset'] as const;
type Name = (typeof NAMES)[number];

/** What the address of the wall asks for, as it was written. */
export type WallFields = Readonly<Partial<Record<Name, string>>>;

export type WallRequest =
  | { fields: WallFields; query: ProjectListQuery; errors: null }
  | { fields: WallFields; query: null; errors: FieldErrors<Name> };

/**
 * Reads the query of the wall by the rules of the API's list. An empty value is the same as none, because a form sends
 * all of its fields. Unknown names are ignored, because links of others carry some.
 */
export async function readWallRequest({ url = '/' }: Pick<IncomingMessage, 'url'>): Promise<WallRequest> {
  const queryAt = url.indexOf('?');
  const sent = new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1));
  const fields: Partial<Record<Name, string>> = {};
  const repeated: FieldErrors<Name> = {};
  for (const name of NAMES) {
    const values = sent.getAll(name).filter((value) => value !== '');
    if (values[0] !== undefined) fields[name] = values[0];
    if (values.length > 1) repeated[name] = 'invalid';
  }
  const { values, problems } = await checkFields(ProjectListQuery, { ...fields });
  const errors = { ...fieldErrorsOf(problems ?? [], fields, NAMES), ...repeated };
  if (values === null || Object.keys(errors).length > 0) return { fields, query: null, errors };
  return { fields, query: values, errors: null };
}

/** The address of the wall with these fields, and no others. */
export function wallUrl(fields: WallFields): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = fields[name];
    const isDefault = value === undefined || value === '' || (name === 'sort' && value === 'newest');
    if (!isDefault && !(name === 'offset' && value === '0')) query.set(name, value);
  }
  return query.size === 0 ? '/' : `/?${query.toString()}`;
}
