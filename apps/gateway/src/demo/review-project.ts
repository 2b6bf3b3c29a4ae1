import {
  type DataBlock,
  EARLIER_BLOCK,
  FACTS_BLOCK,
  type ProjectReviewFacts,
  type ProjectReviewOutput,
  README_BLOCK,
} from '@shipyard/contracts';
import { isJsonObject } from '@shipyard/platform/json-object';

const ENOUGH_README = 500;
const ENOUGH_LOGS = 2;
const MOST_SCORE = 10;

export type Steering = 'recommend' | 'decline' | 'fail';

export interface ReviewInput {
  facts: ProjectReviewFacts;
  readme: string;
  lastLog: number | null;
  /** How many remarks of the review before are asked about. */
  earlier: number;
}

export function reviewProject({ facts, readme, lastLog, earlier }: ReviewInput): ProjectReviewOutput {
  const { project, readme_characters: length, readme_sections: sections, log_count: logs, rubric } = facts;
  const steering = steeringOf(readme);
  const recommended =
    steering === undefined ? length >= ENOUGH_README && logs >= ENOUGH_LOGS : steering === 'recommend';
  const first = sections[0] ?? 'Introduction';
  const verdict = recommended ? 'recommends it' : 'does not recommend it yet';
  return {
    summary: `${project.name} has a README of ${length} characters and ${logs === 1 ? '1 log' : `${logs} logs`}. This is a demo: they were counted, and no AI has read them.`,
    highlights: sections.length > 0 ? sections.slice(0, 3) : [project.tagline || project.name],
    public_review: `The demo has counted the README and the logs of ${project.name}, and ${verdict}.`,
    comments: [
      ...(sections.length > 0 ? sections.slice(0, 3) : [first]).map((cites) => ({
        cites,
        text: 'The demo has counted this section, and not read it.',
      })),
      ...(lastLog === null
        ? []
        : [{ cites: `log ${lastLog}`, text: logs === 1 ? 'The only log.' : `The latest of ${logs}.` }]),
    ],
    suggestions: [
      length < ENOUGH_README
        ? { cites: first, text: `Say more: ${length} of ${ENOUGH_README} characters are there.` }
        : { cites: sections.at(-1) ?? first, text: 'Say what comes next.' },
      ...(logs < ENOUGH_LOGS
        ? [
            {
              cites: lastLog === null ? first : `log ${lastLog}`,
              text: `Write another: ${ENOUGH_LOGS} logs are wanted.`,
            },
          ]
        : []),
    ],
    scores: rubric.map(({ id }) => ({
      id,
      score: recommended ? MOST_SCORE : MOST_SCORE / 2,
      reason: 'By what the demo has counted.',
    })),
    recommended,
    reasons: [`${length} of ${ENOUGH_README} characters and ${logs} of ${ENOUGH_LOGS} logs are there.`],
    instructions: [],
    ...(earlier > 0 && {
      earlier_remarks: Array.from({ length: earlier }, (_, at) => ({
        number: at + 1,
        verdict: recommended ? ('met' as const) : ('not_met' as const),
        reason: 'By what the demo has counted.',
      })),
    }),
  };
}

/** Reads `[sandbox:review=…]` in the README's visible text. */
export function steeringOf(readme: string): Steering | undefined {
  const word = /\[sandbox:review=(recommend|decline|fail)\]/.exec(readme)?.[1];
  return word === 'recommend' || word === 'decline' || word === 'fail' ? word : undefined;
}

export function readReviewInput(blocks: readonly DataBlock[]): ReviewInput | undefined {
  const facts = parseJson(blocks.find(({ name }) => name === FACTS_BLOCK)?.text);
  const readme = blocks.find(({ name }) => name === README_BLOCK)?.text;
  if (!isFacts(facts) || readme === undefined) return undefined;
  const sequences = blocks.flatMap(({ name }) => /^log (\d+)$/.exec(name)?.[1] ?? []).map(Number);
  const earlier = blocks.find(({ name }) => name === EARLIER_BLOCK)?.text.split('\n').length ?? 0;
  return { facts, readme, lastLog: sequences.length > 0 ? Math.max(...sequences) : null, earlier };
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFacts(value: unknown): value is ProjectReviewFacts {
  if (
    !isJsonObject(value) ||
    !isJsonObject(value.project) ||
    !Array.isArray(value.readme_sections) ||
    !Array.isArray(value.rubric)
  )
    return false;
  const { name, tagline } = value.project;
  return (
    typeof name === 'string' &&
    typeof tagline === 'string' &&
    typeof value.readme_characters === 'number' &&
    typeof value.log_count === 'number' &&
    value.readme_sections.every((section) => typeof section === 'string') &&
    value.rubric.every((item) => isJsonObject(item) && typeof item.id === 'string')
  );
}
