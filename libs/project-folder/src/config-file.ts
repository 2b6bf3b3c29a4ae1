import {
  isListField,
  leakedTokenAt,
  pickFields,
  PROGRAM_ID,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  PROJECT_STATUSES,
  type ProjectField,
  type ProjectFields,
  type ProjectStatus,
  readProjectFields,
  readTextBytes,
  sizeInWords,
  slugProblem,
} from '@shipyard/contracts';
import { isListOfStrings } from '@shipyard/markdown/front-matter';
import { YamlInvalid, YamlMapping } from '@shipyard/markdown/yaml-mapping';
import { lineAt, lineOfText } from './lines';
import type { Problem, ProjectConfig, ServerProject } from './types';
import { yamlScalar } from './yaml-scalar';

export const CONFIG_FILE = 'shipyard.yaml';
const LIMIT_BYTES = 64 * 1024;
const KEYS: readonly string[] = ['program', 'slug', ...PROJECT_FIELD_NAMES, 'status'];
const REQUIRED = ['program', 'slug', 'name'] as const;

export type ReadConfig = { config: ProjectConfig } | { problems: Problem[] };

export function parseConfig(bytes: Uint8Array | undefined): ReadConfig {
  if (bytes === undefined)
    return problemOf(`This folder has no ${CONFIG_FILE}. Run "shipyard init", or go to the folder of your project.`);
  const read = readTextBytes(bytes, LIMIT_BYTES);
  if (!('text' in read)) {
    const problem = read.kind === 'invalid' ? read.problem : `must not be larger than ${sizeInWords(read.limitBytes)}`;
    return problemOf(`The file ${problem}.`, 'at' in read ? lineOfText(bytes, read.at) : null);
  }
  try {
    return readMapping(read.text, new YamlMapping(read.text, 'file'));
  } catch (error) {
    if (!(error instanceof YamlInvalid)) throw error;
    return problemOf(error.message, error.position === undefined ? null : lineAt(read.text, error.position));
  }
}

/** What `shipyard.yaml` says of a new project. */
export function configOf(project: ServerProject): ProjectConfig {
  const fields: Partial<ProjectFields> = project;
  // A server of an earlier version lacks the newest fields.
  const said = PROJECT_FIELD_NAMES.filter((field) => (fields[field]?.length ?? 0) > 0);
  return {
    program: project.program_id,
    slug: project.slug,
    name: project.name,
    ...pickFields(fields, said),
    status: project.project_status,
  };
}

export function writeConfig(config: ProjectConfig): string {
  const values: Readonly<Record<string, string | string[] | undefined>> = { ...config };
  return KEYS.map((key) => {
    const value = values[key];
    return value === undefined ? '' : configLine(key, value);
  }).join('');
}

export const configLine = (key: string, value: string | string[]): string => `${key}: ${yamlOf(value)}\n`;

const yamlOf = (value: string | string[]) =>
  typeof value === 'string' ? yamlScalar(value) : `[${value.map(yamlScalar).join(', ')}]`;

function readMapping(text: string, mapping: YamlMapping): ReadConfig {
  const problems: Problem[] = [];
  const refuse = (key: string, problem: string) => {
    const position = mapping.positionOf(key);
    problems.push(problemAt(`${key} ${problem}.`, position === undefined ? null : lineAt(text, position)));
  };
  for (const key of mapping.values.keys())
    if (!KEYS.includes(key)) refuse(key, `is not a known key. The keys are ${KEYS.join(', ')}`);
  const given = presentValues(mapping);
  for (const key of REQUIRED) if (!given.some(([present]) => present === key)) refuse(key, 'is required');
  for (const [key, value] of given)
    if ([value].flat().some((item) => typeof item === 'string' && leakedTokenAt(item) !== null))
      refuse(key, 'contains an access token: remove it here, and revoke it');
  const { program, slug, status = undefined, ...rest } = Object.fromEntries(given);
  if (program !== undefined && !(typeof program === 'string' && PROGRAM_ID.test(program)))
    refuse('program', 'must have 1 to 64 characters of a-z, 0-9 and -');
  const problemOfSlug = slug === undefined ? null : slugProblem(slug);
  if (problemOfSlug !== null) refuse('slug', problemOfSlug);
  if (status !== undefined && !isStatus(status)) refuse('status', `must be one of ${PROJECT_STATUSES.join(', ')}`);
  const { fields, problems: fieldProblems } = readProjectFields(rest);
  for (const { key, problem } of fieldProblems) refuse(key, problem);
  if (problems.length > 0 || typeof program !== 'string' || typeof slug !== 'string' || fields.name === undefined)
    return { problems };
  return {
    config: {
      program,
      slug,
      ...fields,
      name: fields.name,
      ...(isStatus(status) && { status }),
    },
  };
}

/** A key without a value counts as empty if the field may be empty, and as absent otherwise. */
function presentValues(mapping: YamlMapping): [string, unknown][] {
  return [...mapping.values].flatMap(([key, value]): [string, unknown][] => {
    const field = PROJECT_FIELD_NAMES.find((each) => each === key);
    if (field === undefined || !isListField(field)) return value === '' && !mayBeEmpty(field) ? [] : [[key, value]];
    if (typeof value === 'string' && value.trim() === '') return [[key, []]];
    return [[key, isListOfStrings(value) ? value : null]];
  });
}

const mayBeEmpty = (field: ProjectField | undefined) => field !== undefined && 'unset' in PROJECT_FIELDS[field];

const isStatus = (value: unknown): value is ProjectStatus => PROJECT_STATUSES.some((status) => status === value);

const problemAt = (message: string, line: number | null): Problem => ({
  file: CONFIG_FILE,
  line,
  code: 'VALIDATION_FAILED',
  message,
});

const problemOf = (message: string, line: number | null = null) => ({ problems: [problemAt(message, line)] });
