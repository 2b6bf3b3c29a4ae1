import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandContext } from '../command';
import { CliFailure, EXIT, Interrupted, pageRefused } from '../failure';
import { SecureUrl } from '../settings/secure-url';
import { openInBrowser } from '../terminal/open-in-browser';
import type { Words } from '../words/words';
import { foreignAnswer } from './api-answer';
import type { Connection } from './connect';

export const CLIENT_ID = 'shipyard-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const DEFAULT_INTERVAL_SECONDS = 5;

interface Endpoints {
  device: string;
  token: string;
}

interface DeviceCode {
  deviceCode: string;
  userCode: string;
  /** Carries the code, if the service offers such a URL. */
  pageWithCode: SecureUrl;
  expiresIn: number;
  interval: number;
}

/**
 * Returns a token by the device flow of RFC 8628:
 * 1. finds the two endpoints of the service,
 * 2. asks for a code and shows it with the page that takes it,
 * 3. asks for the token, as often as the service allows, until the person has decided.
 */
export async function signInByDevice(context: CommandContext): Promise<string> {
  const { output, words, environment } = context;
  const connection = await context.connect({ token: null });
  const endpoints = await findEndpoints(connection, context);
  const code = await requestCode(connection, endpoints, context);
  output.instruct(words.login.openPage(code.pageWithCode.href));
  output.instruct(words.login.showCode(output.paintMessage('bold', code.userCode)));
  if (process.stderr.isTTY && !environment.CI) openInBrowser(code.pageWithCode, environment);
  output.tell(words.login.waiting);
  return waitForToken(connection, endpoints, code, context);
}

async function findEndpoints({ origin, fetch }: Connection, { words }: CommandContext): Promise<Endpoints> {
  const response = await fetch(new Request(`${origin}/.well-known/oauth-authorization-server`));
  const found = await readFields(response, words);
  const { device_authorization_endpoint: device, token_endpoint: token } = found;
  // The answer names where the code goes, so it may name no other service.
  const isOwn = (url: unknown): url is string =>
    typeof url === 'string' && URL.canParse(url) && new URL(url).protocol.startsWith('http');
  if (!isOwn(device) || !isOwn(token))
    throw new CliFailure({
      exit: EXIT.failure,
      error: 'SIGN_IN_UNAVAILABLE',
      message: words.login.unavailable(origin),
      hint: words.login.tokenHint(origin),
    });
  return { device: onOrigin(device, origin), token: onOrigin(token, origin) };
}

/** Behind a tunnel the service knows itself by another address than ours. */
function onOrigin(url: string, origin: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`;
}

async function requestCode(
  connection: Connection,
  { device }: Endpoints,
  context: CommandContext,
): Promise<DeviceCode> {
  const response = await connection.fetch(form(device, { client_id: CLIENT_ID, device_name: hostname() }));
  const fields = await readFields(response, context.words);
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval } = fields;
  if (
    !response.ok ||
    typeof device_code !== 'string' ||
    typeof user_code !== 'string' ||
    typeof verification_uri !== 'string'
  )
    throw refused(fields, context);
  const page = typeof verification_uri_complete === 'string' ? verification_uri_complete : verification_uri;
  const pageWithCode = SecureUrl.read(page);
  if (pageWithCode === null) throw pageRefused(page, context.words);
  return {
    deviceCode: device_code,
    userCode: user_code,
    pageWithCode,
    expiresIn: typeof expires_in === 'number' ? expires_in : 900,
    interval: typeof interval === 'number' ? interval : DEFAULT_INTERVAL_SECONDS,
  };
}

async function waitForToken(
  connection: Connection,
  { token }: Endpoints,
  code: DeviceCode,
  context: CommandContext,
): Promise<string> {
  const { signal, words } = context;
  const until = Date.now() + code.expiresIn * 1000;
  let { interval } = code;
  while (Date.now() < until) {
    await wait(interval * 1000, undefined, { signal }).catch(() => {
      throw new Interrupted(words.interrupted);
    });
    const response = await connection.fetch(
      form(token, { grant_type: DEVICE_GRANT, device_code: code.deviceCode, client_id: CLIENT_ID }),
    );
    const fields = await readFields(response, context.words);
    if (response.ok && typeof fields.access_token === 'string') return fields.access_token;
    if (fields.error === 'slow_down') interval += DEFAULT_INTERVAL_SECONDS;
    else if (fields.error !== 'authorization_pending') throw refused(fields, context);
  }
  throw refused({ error: 'expired_token' }, context);
}

function refused(
  { error, error_description: description }: Record<string, unknown>,
  { words }: CommandContext,
): CliFailure {
  const known: Record<string, string> = { access_denied: words.login.denied, expired_token: words.login.expired };
  const code = typeof error === 'string' ? error : 'unknown';
  return new CliFailure({
    exit: EXIT.auth,
    error: 'SIGN_IN_REFUSED',
    message: known[code] ?? words.login.refused(typeof description === 'string' ? description : code),
    hint: words.login.again,
    details: { reason: code },
  });
}

function form(url: string, fields: Record<string, string>): Request {
  return new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
}

async function readFields(response: Response, words: Words): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null) throw foreignAnswer(response, words);
  return { ...body };
}
