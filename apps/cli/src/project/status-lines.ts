import type { components } from '@shipyard/client';
import type { CommandContext } from '../command';

export type StatusView = components['schemas']['ProjectStatusView'];
type Painting = Pick<CommandContext, 'output' | 'words'>;

export function statusLines(status: StatusView, { output, words }: Painting): string[] {
  const { project, state, review, missing, shipment } = status;
  const { hidden } = project;
  return [
    `${output.paint('bold', project.name)} (${project.slug})`,
    `${words.status.state}: ${words.states[state]}`,
    `${words.status.logs}: ${project.log_count}`,
    ...(missing.length > 0
      ? [output.paint('yellow', words.status.missing(missing.map((each) => words.missing[each])))]
      : []),
    ...(review === null ? [] : [`${words.status.review}: ${progressOf(review, words)}`]),
    ...(shipment?.tracking
      ? [`${words.status.parcel}: ${[shipment.carrier, shipment.tracking].filter(Boolean).join(' ')}`]
      : []),
    ...(hidden === null ? [] : [output.paint('red', words.status.hidden(hidden.reason))]),
    ...nextSteps(status, words).map((step) => output.paint('cyan', `→ ${step}`)),
  ];
}

/** One line for what changes while somebody watches. */
export function progressLine({ state, review }: StatusView, words: CommandContext['words']): string {
  return review === null ? words.states[state] : `${words.states[state]} · ${progressOf(review, words)}`;
}

export function reviewLines(review: StatusView['review'], { output, words }: Painting): string[] {
  if (review === null) return [words.review.none];
  const { status, recommended, summary, highlights, comments, suggestions, failure } = review;
  if (status === 'failed') return [output.paint('red', words.review.failed(failure ?? ''))];
  if (status !== 'succeeded') return [progressOf(review, words)];
  const list = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : ['', output.paint('bold', title), ...entries.map((entry) => `• ${entry}`)];
  return [
    recommended
      ? output.paint('green', words.review.recommended)
      : output.paint('yellow', words.review.changesRequested),
    ...(summary ? ['', summary] : []),
    ...list(words.review.highlights, highlights),
    ...list(words.review.comments, comments),
    ...list(words.review.suggestions, suggestions),
  ];
}

function progressOf(
  { status, stage, progress }: NonNullable<StatusView['review']>,
  words: CommandContext['words'],
): string {
  const told = words.reviewStatuses[status];
  return status === 'running' && stage ? `${told}, ${words.stages[stage]}, ${progress} %` : told;
}

/** What follows the review that was just read. */
export function stepsAfterReview(status: StatusView, words: CommandContext['words']): string[] {
  if (status.review?.status !== 'succeeded') return [];
  return nextSteps(status, words).map((step) => (step === words.next.improve ? words.next.again : step));
}

/** What its maker can do next. */
export function nextSteps({ state, review, missing, allowed }: StatusView, words: CommandContext['words']): string[] {
  const may = (action: string) => allowed.some((each) => each === action);
  if (missing.length > 0) return [words.next.write];
  if (state === 'review_pending') return [words.next.watch];
  if (may('submit_shipment') && state === 'approved_to_ship') return [words.next.ship];
  if (state === 'shipment_submitted') return [words.next.parcel];
  if (may('start_interview')) return [state === 'interviewing' ? words.next.interviewing : words.next.interview];
  // A review that failed says nothing about the project.
  if (may('request_review')) return [review?.status === 'succeeded' ? words.next.improve : words.next.request];
  return [];
}
