import type { Figures, Row } from './alternating-rounds';
import type { PageCosts } from './page-rows';

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

export function printRows(rows: Row[]): void {
  console.table(
    rows.flatMap(({ name, figures: [ours, ...others] }) => [
      line(name, ours, null),
      ...others.map((other) => line('', other, ours)),
    ]),
  );
}

function line(row: string, figures: Figures, ours: Figures | null) {
  const { contestant, perSecond, cpuMicros, p50Ms, p99Ms, errors, loadCpuShare, lateShare } = figures;
  return {
    row,
    contestant,
    'answers/s': Math.round(perSecond),
    "service's share": ours === null ? '' : percent(ours.perSecond / perSecond),
    'CPU µs': cpuMicros === null ? '?' : Math.round(cpuMicros),
    'p50 ms': p50Ms.toFixed(2),
    'p99 ms': p99Ms.toFixed(2),
    'service adds p50, p99 ms':
      ours === null ? '' : `${(ours.p50Ms - p50Ms).toFixed(2)}, ${(ours.p99Ms - p99Ms).toFixed(2)}`,
    errors,
    "load's CPU": percent(loadCpuShare),
    late: percent(lateShare),
  };
}

export function printPageCosts(costs: PageCosts[]): void {
  console.table(
    costs.map(({ page, htmlBytes, ownHtmlBytes, cssBytes, statements }) => ({
      page,
      'HTML bytes': htmlBytes,
      'without texts': ownHtmlBytes,
      'CSS bytes': cssBytes,
      'ours together': ownHtmlBytes + cssBytes,
      statements: statements.whole,
      'not modified': statements.notModified,
    })),
  );
}
