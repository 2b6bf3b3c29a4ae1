import { dump } from 'js-yaml';
import { type Slo, SLOS } from './slos';

const WINDOWS = ['5m', '30m', '1h', '6h', '3d'];
/** Fewer requests in an hour wake nobody. */
const LEAST_REQUESTS = 20;

/**
 * Alerts fire while two windows burn the budget of 30 days: the long one says that it matters, the short one that it
 * goes on. 14.4 uses up 2 % in an hour, 6 uses up 5 % in 6 hours, and 1 uses up 10 % in 3 days.
 */
const PAGES_SOMEBODY = [
  { factor: 14.4, long: '1h', short: '5m' },
  { factor: 6, long: '6h', short: '30m' },
];
const CAN_WAIT = [{ factor: 1, long: '3d', short: '6h' }];

const within = (query: string, window: string) => query.replaceAll('WINDOW', window);

function burns({ name, objective }: Slo, pairs: typeof PAGES_SOMEBODY): string {
  const budget = Number((1 - objective).toFixed(6));
  const exceeds = (window: string, factor: number) =>
    `shipyard:slo_errors:ratio_rate${window}{slo="${name}"} > ${factor} * ${budget}`;
  return pairs
    .map(({ factor, long, short }) => `(${exceeds(long, factor)} and ${exceeds(short, factor)})`)
    .join('\nor ');
}

function alertsOf(slo: Slo) {
  const alert = (severity: string, expr: string, wait: string) => ({
    alert: slo.alert,
    expr,
    for: wait,
    labels: { severity, slo: slo.name },
    annotations: {
      runbook_url: `/docs/runbook.html#${slo.alert.toLowerCase()}`,
      summary: slo.summary,
      description: `The objective is ${Number((slo.objective * 100).toFixed(3))} % of requests in 30 days.`,
    },
  });
  const isBusy = `shipyard:slo_requests:increase1h{slo="${slo.name}"} >= ${LEAST_REQUESTS}`;
  return [
    alert('critical', `(${burns(slo, PAGES_SOMEBODY)})\nand ${isBusy}`, '2m'),
    alert('warning', burns(slo, CAN_WAIT), '15m'),
  ];
}

export function sloRules(): string {
  const recorded = WINDOWS.map((window) => ({
    name: `shipyard-slo-${window}`,
    rules: SLOS.map(({ name, bad, total }) => ({
      record: `shipyard:slo_errors:ratio_rate${window}`,
      expr: `((${within(bad, window)}) or 0 * ${within(total, window)}) / (${within(total, window)} > 0)`,
      labels: { slo: name },
    })),
  }));
  const requests = SLOS.map(({ name, total }) => ({
    record: 'shipyard:slo_requests:increase1h',
    expr: `3600 * ${within(total, '1h')}`,
    labels: { slo: name },
  }));
  const groups = [
    ...recorded,
    { name: 'shipyard-slo-requests', rules: requests },
    { name: 'shipyard-slo-alerts', rules: SLOS.flatMap(alertsOf) },
  ];
  return `# Written by tools/slo/write-slo-rules.ts from tools/slo/slos.ts. Do not edit.\n${dump({ groups }, { lineWidth: -1 })}`;
}
