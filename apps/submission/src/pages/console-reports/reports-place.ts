import type { ReportsPlace } from '../../abuse-reports';
import { consoleUrl } from '../console/console-parts';
import { placeText, readPlace } from '../console/place';

const COUNT = /^\d{1,9}$/;

/** As `reportsAfter` wrote it. Null: from the beginning. */
export function readReportsPlace(text: unknown): ReportsPlace | null {
  const [count = '', ...rest] = typeof text === 'string' ? text.split(' ') : [];
  const place = readPlace(rest.join(' '));
  return place && COUNT.test(count) ? { ...place, count: Number(count) } : null;
}

export const reportsAfter = (place: ReportsPlace) =>
  `${consoleUrl('reports')}?${new URLSearchParams({ after: `${place.count} ${placeText(place)}` }).toString()}`;
