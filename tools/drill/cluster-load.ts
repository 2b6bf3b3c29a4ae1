import { setTimeout as after } from 'node:timers/promises';
import { clients, type Figures, figuresIn, STREAM_SECONDS } from './cluster-servers';
import { apply, kubectl, say, seconds } from './cluster-tools';
import { call } from './installation';

export const CLIENTS = 64;

interface Load {
  name: string;
  image: string;
  url: string;
  key: string;
}

/** Runs `during` while clients read streams, and returns what became of them. */
export async function underLoad({ name, image, url, key }: Load, during: () => Promise<void>): Promise<Figures> {
  await apply(clients(image, name, { URL_OF_GATEWAY: url, KEY: key, COUNT: String(CLIENTS) }));
  await kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s');
  const figures = async () => figuresIn(await kubectl('logs', `pod/${name}`));
  while ((await figures()).answered < CLIENTS) await after(1_000);
  const beganAt = Date.now();
  await during();
  const took = seconds(beganAt);
  await kubectl('exec', name, '--', 'node', '-e', "process.kill(1, 'SIGUSR2')");
  while (!(await kubectl('logs', `pod/${name}`)).includes('\nended')) await after(1_000);
  const ended = await figures();
  await kubectl('delete', 'pod', name);
  const streams = `${CLIENTS} clients, ${ended.answered} streams of ${STREAM_SECONDS} s`;
  say(`${name}: ${took}; ${streams}, ${ended.failed} failed`);
  if (ended.failed > 0) say(`  ${ended.failures.join('\n  ')}`);
  return ended;
}

/** A model whose streams last STREAM_SECONDS. */
export async function addSlowModel(gateway: string, ownerKey: string): Promise<void> {
  const admin = (method: string, where: string, json: object) =>
    call(method, `${gateway}/admin${where}`, { token: ownerKey, json });
  await admin('POST', '/suppliers', {
    id: 'slow',
    kind: 'openai',
    base_url: 'http://supplier:8080/v1',
    api_keys: ['slow'],
    internal: true,
  });
  await admin('PUT', '/models/slow-chat', {
    product: 'text',
    owned_by: 'drill',
    display_name: 'Slow chat',
    supports_streaming: true,
    supports_function_calling: false,
    supports_vision: false,
    max_input_tokens: 1_000,
    max_output_tokens: 100,
    input_modalities: ['text'],
    output_modalities: ['text'],
    active: true,
  });
  const units = ['input_1k_tokens', 'output_1k_tokens'].map((unit) => ({
    unit_type: unit,
    unit_name: unit,
    price_cny: '0.01',
  }));
  await admin('POST', '/models/slow-chat/prices', { units });
  await admin('POST', '/models/slow-chat/routes', { supplier_id: 'slow', upstream_model: 'slow' });
}
