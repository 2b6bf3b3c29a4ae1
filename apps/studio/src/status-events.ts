import type { StudioFacts } from '@shipyard/ui';
import { isObject } from './drafts/draft-store';
import { fill } from './words';

/**
 * The stream ends after ten minutes, and the browser opens it again by itself. The client of the API reads whole answers
 * only, so this is the one call to the API without it.
 */
export function followStatus(root: ParentNode, facts: StudioFacts): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-status-of]')) {
    const source = new EventSource(`/api/v1/projects/${place.dataset.statusOf}/status/events`);
    source.addEventListener('status', ({ data }: MessageEvent<string>) => {
      if (!place.isConnected) return source.close();
      if (!showStatus(place, JSON.parse(data), facts)) {
        source.close();
        location.reload();
      }
    });
  }
}

/** Returns false when the page must be made again, because the project has another state or the review has ended. */
function showStatus(place: HTMLElement, status: unknown, { words }: StudioFacts): boolean {
  if (!isObject(status) || !isObject(status.review)) return true;
  if (status.state !== place.dataset.state) return false;
  const { stage, progress, status: step } = status.review;
  if (typeof stage !== 'string' || typeof progress !== 'number') return true;
  const isQueued = step === 'queued';
  const rule = place.querySelector<HTMLProgressElement>('progress[data-review-progress]');
  if (rule) rule.value = isQueued ? 0 : progress;
  const text = place.querySelector('[data-review-stage]');
  const name = place.getAttribute(`data-stage-${stage}`);
  const running = name === null ? null : fill(words.reviewStage, { stage: name, percent: progress });
  const sentence = isQueued ? (place.dataset.queued ?? null) : running;
  // A screen reader says each new stage once, and not every percent.
  if (text && sentence !== null && text.textContent !== sentence) text.textContent = sentence;
  return true;
}
