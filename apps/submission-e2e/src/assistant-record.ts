import type { RecordedCall, SessionWorld } from './assistant-session';

const LONGEST_TEXT = 600;

/** The session as a text for a snapshot. Ids, times and random words are left out, so that two runs are equal. */
export function recordOf(calls: readonly RecordedCall[], world: SessionWorld, site: string): string {
  const steps = calls.map(({ why, tool, args, answer }) => {
    const [told = ''] = answer.text.split('\n');
    // Other suites make programs too, and how far a review is depends on the machine.
    const isOfChance = 'programs' in answer.data || 'program' in answer.data || tool === 'get_review';
    const answered = isOfChance ? [] : [`> ${told}`, jsonBlock(shortened(withoutChance(answer.data)))];
    return [`## ${tool}`, why, jsonBlock(shortened(args)), ...answered].join('\n\n');
  });
  return steps
    .join('\n\n')
    .replaceAll(world.slug, 'balcony-garden')
    .replaceAll(site, 'https://shipyard.example')
    .replaceAll(/upl_\w+/g, 'upl_…')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replaceAll(/(?<=(?:BEGIN|END) DATA )[0-9a-f]{32}/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');
}

/** The color depends on the slug, and what comes next on the review. */
function withoutChance({ review, usual_seconds: _, next_steps: __, ...data }: Record<string, unknown>) {
  const { project } = data;
  const shown = isRecord(project)
    ? { project: { slug: project.slug, state: project.state, log_count: project.log_count } }
    : {};
  return { ...data, ...shown, ...(review === null && { review }) };
}

function shortened(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'string' && each.length > LONGEST_TEXT ? `${each.slice(0, 200)}…` : each,
    ),
  ) as object;
}

const jsonBlock = (value: object) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
