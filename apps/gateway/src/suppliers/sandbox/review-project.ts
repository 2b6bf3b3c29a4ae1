import type { ProjectReviewInput, ProjectReviewOutput } from '@shipyard/contracts';

const ENOUGH_README = 500;
const ENOUGH_LOGS = 2;

export type Steering = 'recommend' | 'decline' | 'fail';

/** The review of a project by simple rules: enough README and enough logs are recommended, unless the README's words steer it. */
export function reviewProject({ project, readme, logs }: ProjectReviewInput): ProjectReviewOutput {
  const length = [...readme].length;
  const steering = steeringOf(readme);
  const recommended = steering === undefined ? length >= ENOUGH_README && logs.length >= ENOUGH_LOGS : steering === 'recommend';
  const sections = sectionsOf(readme);
  const lastLog = logs.at(-1);
  const comments = [
    ...sections.slice(0, 3).map((section) => `README section "${section}": read by the sandbox.`),
    ...(lastLog ? [`log ${lastLog.sequence}: "${lastLog.title}" is the latest of ${logs.length}.`] : []),
  ];
  const suggestions = [
    length < ENOUGH_README
      ? `README section "${sections[0] ?? 'Introduction'}": say more, ${length} of ${ENOUGH_README} characters are there.`
      : `README section "${sections.at(-1) ?? 'Introduction'}": say what comes next.`,
    ...(logs.length < ENOUGH_LOGS ? [`log ${logs.length + 1}: write it, ${ENOUGH_LOGS} logs are wanted.`] : []),
  ];
  const verdict = recommended ? 'recommends it' : 'does not recommend it yet';
  return {
    summary: `${project.name} has a README of ${length} characters and ${logs.length} logs. This is a sandbox review: no model has read it.`,
    highlights: sections.length > 0 ? sections.slice(0, 3) : [project.tagline || project.name],
    public_review: `The sandbox has counted the README and the logs of ${project.name}, and ${verdict}.`,
    comments: comments.length > 0 ? comments : ['README section "Introduction": nothing is there yet.'],
    suggestions,
    recommended,
  };
}

/** `[sandbox:review=…]` in the README's visible text. */
export function steeringOf(readme: string): Steering | undefined {
  const visible = readme.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '').replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const word = /\[sandbox:review=(recommend|decline|fail)\]/.exec(visible)?.[1];
  return word === 'recommend' || word === 'decline' || word === 'fail' ? word : undefined;
}

function sectionsOf(readme: string): string[] {
  return [...readme.matchAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$/gm)].flatMap(([, title]) => title ?? []).slice(0, 20);
}

/** The input as the review worker sends it, or undefined for any other JSON. */
export function readReviewInput(text: string): ProjectReviewInput | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isReviewInput(value) ? value : undefined;
}

function isReviewInput(value: unknown): value is ProjectReviewInput {
  if (!isRecord(value) || !isRecord(value.project) || typeof value.readme !== 'string' || !Array.isArray(value.logs)) return false;
  const { name, tagline } = value.project;
  return (
    typeof name === 'string' &&
    typeof tagline === 'string' &&
    value.logs.every((log) => isRecord(log) && typeof log.sequence === 'number' && typeof log.title === 'string')
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
