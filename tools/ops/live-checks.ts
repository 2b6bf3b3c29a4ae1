import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject } from '@shipyard/platform/json-object';

/** What a verification calls, and as whom. */
export interface LiveChecks {
  gatewayUrl: string;
  submissionUrl: string;
  adminKey: string;
  enterpriseKey: string;
  model: string;
  participantToken: string;
  programId: string;
}

const LOOK_EVERY_MS = 500;
const REVIEW_WITHIN_MS = 5 * 60_000;
const README = `# Restore check\n\n${'This project proves that a review runs after a restore. '.repeat(12)}\n`;

/** Throws unless the ledger, the balances and the holds agree. */
export async function reconcile({ gatewayUrl, adminKey }: LiveChecks): Promise<string> {
  const answer = await ask(`${gatewayUrl}/admin/reconciliation`, { token: adminKey });
  const drift = at(answer, 'data', 'drift_cny');
  const mismatches = at(answer, 'data', 'mismatches');
  if (Number(drift) !== 0 || !Array.isArray(mismatches) || mismatches.length > 0)
    throw new Error(`drift ${String(drift)} CNY, mismatches ${JSON.stringify(mismatches)}`);
  return 'drift 0';
}

export async function runChat({ gatewayUrl, enterpriseKey, model }: LiveChecks): Promise<string> {
  const answer = await ask(`${gatewayUrl}/v1/chat/completions`, {
    method: 'POST',
    token: enterpriseKey,
    body: JSON.stringify({ model, max_tokens: 16, messages: [{ role: 'user', content: 'Say ok.' }] }),
  });
  const cost = at(answer, 'usage', 'cost_cny');
  if (typeof cost !== 'string' && typeof cost !== 'number')
    throw new Error(`the answer has no cost: ${JSON.stringify(answer)}`);
  return `answered, and charged ${cost} CNY`;
}

/** Leaves its project: once it was reviewed, nobody may delete it in one step. */
export async function runReview(live: LiveChecks): Promise<string> {
  const { submissionUrl, participantToken: token, programId } = live;
  const slug = `restore-check-${Date.now().toString(36)}`;
  const projects = `${submissionUrl}/api/v1/projects`;
  const project = `${projects}/${slug}`;
  const json = JSON.stringify({ program_id: programId, slug, name: 'Restore check', visibility: 'private' });
  await ask(projects, { method: 'POST', token, body: json });
  await ask(`${project}/readme`, { method: 'PUT', token, form: formOf({ readme: README }) });
  for (const title of ['First day', 'Second day'])
    await ask(`${project}/logs`, { method: 'POST', token, form: formOf({ title, text: 'It works.' }) });
  await ask(`${project}/review/request`, { method: 'POST', token });
  const until = Date.now() + REVIEW_WITHIN_MS;
  for (;;) {
    const answer = await ask(`${project}/status`, { token });
    const status = at(answer, 'data', 'review', 'status');
    if (status === 'succeeded') return `finished, and the project is ${String(at(answer, 'data', 'state'))}`;
    if (status === 'failed') throw new Error(`the review failed: ${String(at(answer, 'data', 'review', 'failure'))}`);
    if (Date.now() > until) throw new Error(`the review is still ${String(status)}: does the worker run?`);
    await wait(LOOK_EVERY_MS);
  }
}

interface Call {
  method?: string;
  token: string;
  body?: string;
  form?: FormData;
}

async function ask(url: string, { method = 'GET', token, body, form }: Call): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: form ?? body,
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function at(value: unknown, ...names: string[]): unknown {
  let found = value;
  for (const name of names) found = isJsonObject(found) ? found[name] : undefined;
  return found;
}
