import type { StudioFacts } from '@shipyard/ui';
import { clock, dayAndClock } from './words';

/** Says times in the reader's time zone, like every time that the scripts write. Without a script they are in UTC. */
export function showLocalTimes(root: ParentNode, { lang }: StudioFacts): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-local-time]')) {
    const say = element.dataset.localTime === 'clock' ? clock : dayAndClock;
    element.textContent = say(new Date(element.dateTime), lang);
  }
}
