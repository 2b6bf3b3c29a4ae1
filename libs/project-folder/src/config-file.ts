import {
  leakedTokenAt,
  PROGRAM_ID,
  PROJECT_STATUSES,
  type ProjectStatus,
  readProjectFields,
  readTextBytes,
  slugProblem,
} from '@shipyard/contracts';
import { isListOfStrings } from '@shipyard/markdown/front-matter';
import { YamlInvalid, YamlMapping } from '@shipyard/markdown/yaml-mapping';
import { lineAt } from './lines';
import type { Problem, ProjectConfig, ServerProject } from './types';
import { yamlScalar } from './yaml-scalar';

export const CONFIG_FILE = 'shipyard.yaml';
const LIMIT_BYTES = 64 * 1024;
const KEYS = ['program', 'slug', 'name', 'tagline', 'tags', 'color', 'demo_urls', 'status'] as const;
const REQUIRED = ['program', 'slug', 'name'] as const;

export type ReadConfig = { config: ProjectConfig } | { problems: Problem[] };

export function parseConfig(bytes: Uint8Array | undefined): ReadConfig {
  if (bytes === undefined)
    return problemOf(`This folder has no ${CONFIG_FILE}. Run "shipyard init", or go to the folder of your project.`);
  const read = readTextBytes(bytes, LIMIT_BYTES);
  if (!('text' in read)) {
    const problem = read.kind === 'invalid' ? read.problem : `must not be larger than ${read.limitBytes} bytes`;
    return problemOf(`The file ${problem}.`);
  }
  try {
    return readMapping(read.text, new YamlMapping(read.text, `file ${CONFIG_FILE}`));
  } catch (error) {
    if (!(error instanceof YamlInvalid)) throw error;
    return problemOf(error.message, error.position === undefined ? null : lineAt(read.text, error.position));
  }
}

/** What `shipyard.yaml` says of a new project. */
export function configOf({
  program_id,
  slug,
  name,
  tagline,
  tags,
  color,
  demo_urls,
  project_status,
}: ServerProject): ProjectConfig {
  return {
    program: program_id,
    slug,
    name,
    ...(tagline !== '' && { tagline }),
    ...(tags.length > 0 && { tags }),
    color,
    ...(demo_urls.length > 0 && { demo_urls }),
    status: project_status,
  };
}

export function writeConfig({ program, slug, name, tagline, tags, color, demo_urls, status }: ProjectConfig): string {
  const entries: [string, string | undefined][] = [
    ['program', yamlScalar(program)],
    ['slug', yamlScalar(slug)],
    ['name', yamlScalar(name)],
    ['tagline', tagline === undefined ? undefined : yamlScalar(tagline)],
    ['tags', tags && `[${tags.map(yamlScalar).join(', ')}]`],
    ['color', color],
    ['demo_urls', demo_urls && `[${demo_urls.map(yamlScalar).join(', ')}]`],
    ['status', status],
  ];
  return entries.map(([key, value]) => (value === undefined ? '' : `${key}: ${value}\n`)).join('');
}

function readMapping(text: string, mapping: YamlMapping): ReadConfig {
  const problems: Problem[] = [];
  const refuse = (key: string, problem: string) => {
    const position = mapping.positionOf(key);
    problems.push(problemAt(`${key} ${problem}.`, position === undefined ? null : lineAt(text, position)));
  };
  for (const key of mapping.values.keys())
    if (!KEYS.some((known) => known === key)) refuse(key, `is not a known key. The keys are ${KEYS.join(', ')}`);
  for (const key of REQUIRED) if (!mapping.values.has(key)) refuse(key, 'is required');
  const given = presentValues(mapping);
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
  const { name, demoUrls, ...others } = fields;
  if (problems.length > 0 || typeof program !== 'string' || typeof slug !== 'string' || name === undefined)
    return { problems };
  return {
    config: {
      program,
      slug,
      name,
      ...others,
      ...(demoUrls && { demo_urls: demoUrls }),
      ...(isStatus(status) && { status }),
    },
  };
}

/** A key without a value counts as an empty list, and as absent where a text is expected. */
function presentValues(mapping: YamlMapping): [string, unknown][] {
  return [...mapping.values].flatMap(([key, value]): [string, unknown][] => {
    if (key !== 'tags' && key !== 'demo_urls') return value === '' && key !== 'tagline' ? [] : [[key, value]];
    if (typeof value === 'string' && value.trim() === '') return [[key, []]];
    return [[key, isListOfStrings(value) ? value : null]];
  });
}

const isStatus = (value: unknown): value is ProjectStatus => PROJECT_STATUSES.some((status) => status === value);

const problemAt = (message: string, line: number | null): Problem => ({
  file: CONFIG_FILE,
  line,
  code: 'VALIDATION_FAILED',
  message,
});

const problemOf = (message: string, line: number | null = null) => ({ problems: [problemAt(message, line)] });
