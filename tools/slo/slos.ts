/** Service level objectives. write-slo-rules.ts turns each row into recording rules and alerts. */
export interface Slo {
  name: string;
  alert: string;
  /** The share of requests that are to be good. */
  objective: number;
  /** What an alert says in one sentence. */
  summary: string;
  /** PromQL of a rate over WINDOW. */
  bad: string;
  total: string;
}

/** The codes of the gateway's answers that are our fault or a supplier's. `left` and refusals are neither good nor bad. */
export const FAULTS = [
  'internal_error',
  'upstream_error',
  'no_route_available',
  'server_overloaded',
  'service_unavailable',
  'upstream_timeout',
];
const PAGES = '/|/projects/:slug|/creators/:handle|/programs|/programs/:programId';

const CHAT = 'endpoint="POST /v1/chat/completions"';
const IMAGES = 'endpoint="POST /v1/images/generations"';
const PAGE = `service="submission",method="GET",route=~"${PAGES}"`;
/** Prometheus 3 and the OpenMetrics format write whole bounds as 10.0. */
const bound = (seconds: number) => `le=~"${seconds}(\\\\.0)?"`;

const rate = (metric: string, labels: string) => `sum(rate(${metric}{${labels}}[WINDOW]))`;
const availability = (labels: string) => ({
  bad: rate('gateway_requests_total', `${labels},outcome=~"${FAULTS.join('|')}"`),
  total: rate('gateway_requests_total', `${labels},outcome=~"ok|${FAULTS.join('|')}"`),
});
const latency = (histogram: string, labels: string, seconds: number) => {
  const total = rate(`${histogram}_count`, labels);
  return { bad: `${total} - ${rate(`${histogram}_bucket`, `${labels},${bound(seconds)}`)}`, total };
};

export const SLOS: Slo[] = [
  {
    name: 'gateway-chat-availability',
    alert: 'GatewayChatBurnsErrors',
    objective: 0.995,
    summary: 'Chats fail faster than their objective allows',
    ...availability(CHAT),
  },
  {
    name: 'gateway-chat-latency',
    alert: 'GatewayChatBurnsLatency',
    objective: 0.95,
    summary: 'Chats begin to answer later than their objective allows',
    ...latency('gateway_first_byte_seconds', `${CHAT},outcome="ok"`, 10),
  },
  {
    name: 'gateway-images-availability',
    alert: 'GatewayImagesBurnErrors',
    objective: 0.99,
    summary: 'Images fail faster than their objective allows',
    ...availability(IMAGES),
  },
  {
    name: 'gateway-images-latency',
    alert: 'GatewayImagesBurnLatency',
    objective: 0.95,
    summary: 'Images take longer than their objective allows',
    ...latency('gateway_request_duration_seconds', `${IMAGES},outcome="ok"`, 60),
  },
  {
    name: 'submission-pages-availability',
    alert: 'SubmissionPagesBurnErrors',
    objective: 0.999,
    summary: 'Public pages fail faster than their objective allows',
    bad: rate('http_request_duration_seconds_count', `${PAGE},status=~"5.."`),
    total: rate('http_request_duration_seconds_count', PAGE),
  },
  {
    name: 'submission-pages-latency',
    alert: 'SubmissionPagesBurnLatency',
    objective: 0.99,
    summary: 'Public pages take longer than their objective allows',
    ...latency('http_request_duration_seconds', `${PAGE},status!~"5.."`, 0.5),
  },
];
