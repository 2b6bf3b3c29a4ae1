import { mintToken } from '@shipyard/auth';
import type { Dice } from './dice';
import type { Route } from './described-routes';
import { BOUNDARY, hostileForm } from './hostile-form';
import { hostileJson } from './hostile-json';
import { oddText } from './hostile-values';
import type { HostileWorld } from './hostile-world';
import type { HostileRequest, Manner } from './send-hostile';

const QUERIES = [
  'limit',
  'offset',
  'cursor',
  'q',
  'tag',
  'program',
  'project_status',
  'sort',
  'state',
  'from',
  'to',
  'group_by',
  'format',
  'expires',
  'signature',
  'response_format',
  'customer_id',
  '__proto__',
  'limit[]',
  'a[b][c]',
];
const QUERY_VALUES = [
  '1',
  '100',
  '0',
  '-1',
  '1e5',
  'newest',
  'recommended',
  'day,customer',
  'csv',
  '2026-01-01T00:00:00Z',
  '%',
  '%ff',
  '%00',
  'a%00b',
  '%F0%9F%9A%80',
  '*',
  'a b',
  "'",
];
const HEADERS = [
  'X-Request-Id',
  'Idempotency-Key',
  'X-API-KEY',
  'Authorization',
  'Cookie',
  'X-CSRF-Token',
  'Content-Encoding',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'Range',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'Forwarded',
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'Origin',
  'X-HTTP-Method-Override',
  'Expect',
  'Upgrade',
  'TE',
  'Trailer',
  'Sec-Fetch-Site',
  'Content-Type',
  'Content-Length',
  'Transfer-Encoding',
  'Host',
  'x-should-retry',
];
const HEADER_VALUES = [
  '',
  'gzip',
  'br',
  'deflate',
  '*',
  '"a"',
  'W/"a"',
  'bytes=0-',
  'bytes=9-1',
  'bytes=0-0,2-3',
  '::1',
  '127.0.0.1',
  '999.1.1.1',
  '100-continue',
  'h2c',
  'websocket',
  'DELETE',
  'null',
  'chunked',
  '-1',
  '0',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json',
  'Basic YTpi',
  'Bearer',
  'Bearer  x',
];
const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'DELETE'];
const REPLACED = [
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%',
  '%ff',
  '%c3%28',
  '__proto__',
  'a;b',
  '*',
  'x'.repeat(3_000),
  '%F0%9F%98%80',
  'a%2Fb',
  'nowhere',
  '//',
  '-1',
  'NaN',
];

export function buildRequest(route: Route, dice: Dice, world: HostileWorld): HostileRequest {
  const method =
    dice.percent(2) && route.method !== 'DELETE'
      ? dice.pick(METHODS.filter((each) => each !== 'DELETE'))
      : route.method;
  const body = bodyOf(route, dice, world);
  const manner = mannerOf(dice, body);
  const lines = [
    `${method} ${pathOf(route, dice, world)} HTTP/1.1`,
    ...(dice.percent(1) ? [] : ['Host: localhost']),
    'Connection: close',
    ...credentialOf(route, dice, world),
    ...framingOf(route, dice, body),
  ];
  if (route.method !== 'GET' && dice.percent(12)) lines.push(`Idempotency-Key: soak-${dice.below(50)}`);
  for (let odd = dice.percent(25) ? 1 + dice.below(3) : 0; odd > 0; odd -= 1)
    lines.push(`${dice.pick(HEADERS)}: ${headerText(dice.percent(70) ? dice.pick(HEADER_VALUES) : oddText(dice))}`);
  const isChunked = lines.includes('Transfer-Encoding: chunked');
  const { bytes: sent, isSound } = isChunked ? chunked(body, dice) : { bytes: body, isSound: true };
  return {
    label: `${route.service} ${route.method} ${route.path}`,
    baseUrl: route.service === 'submission' ? world.stack.submissionUrl : world.stack.gatewayUrl,
    head: `${lines.join('\r\n')}\r\n\r\n`,
    body: sent,
    manner: manner !== 'cut' && (!isSound || isStarved(lines, sent)) ? 'starved' : manner,
  };
}

function isStarved(lines: readonly string[], body: Buffer): boolean {
  const framing = lines.filter((line) => /^(?:content-length|transfer-encoding|expect|upgrade|trailer):/i.test(line));
  const isChunked = framing.includes('Transfer-Encoding: chunked');
  return framing.length > 1 || (framing.length === 1 && !isChunked && framing[0] !== `Content-Length: ${body.length}`);
}

function pathOf({ method, path }: Route, dice: Dice, world: HostileWorld): string {
  const isProgramWrite = method !== 'GET' && path.includes('/admin/programs');
  const filled = path.replace(/\{([\w-]+)\}/g, (_, name: string) => {
    if (dice.percent(5))
      return dice.percent(60)
        ? dice.pick(REPLACED)
        : encodeURIComponent(Buffer.from(oddText(dice).slice(0, 300)).toString());
    return isProgramWrite && name === 'programId' ? 'soak-program' : dice.pick(world.placesOf(name));
  });
  const isQueried = dice.percent(method === 'GET' ? 40 : 4);
  if (!isQueried) return filled;
  const asked = Array.from(
    { length: 1 + dice.below(3) },
    () =>
      `${dice.pick(QUERIES)}=${dice.percent(80) ? dice.pick(QUERY_VALUES).replace(/ /g, '+') : encodeURIComponent(Buffer.from(oddText(dice).slice(0, 300)).toString())}`,
  );
  return `${filled}${filled.includes('?') ? '&' : '?'}${asked.join('&')}`;
}

function bodyOf(route: Route, dice: Dice, world: HostileWorld): Buffer {
  if (route.form) return hostileForm(dice, route.form(dice), world.images);
  if (route.json) return hostileJson(dice, route.json(dice));
  return route.method === 'GET' || dice.percent(80) ? Buffer.alloc(0) : hostileJson(dice, {});
}

function mannerOf(dice: Dice, body: Buffer): Manner {
  if (body.length === 0 || dice.percent(88)) return 'whole';
  return dice.percent(15) ? 'stalled' : dice.percent(45) ? 'cut' : 'in pieces';
}

function framingOf(route: Route, dice: Dice, body: Buffer): string[] {
  if (body.length === 0) return dice.percent(50) ? [] : ['Content-Length: 0'];
  const usual = route.form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
  const type = dice.percent(94)
    ? usual
    : dice.pick([
        '',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=""',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded',
        ';',
      ]);
  const length = dice.percent(97) ? body.length : Math.max(0, body.length + dice.pick([-3, 7, 1e6]));
  return [`Content-Type: ${type}`, dice.percent(95) ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked'];
}

function chunked(body: Buffer, dice: Dice): { bytes: Buffer; isSound: boolean } {
  const right = body.length.toString(16);
  const size = dice.percent(80)
    ? right
    : dice.pick(['ffffffffffffffff', '-1', 'zz', '0', (body.length + 5).toString(16)]);
  const ends = dice.percent(85);
  return {
    bytes: Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(ends ? '\r\n0\r\n\r\n' : '\r\n')]),
    isSound: size === right && ends,
  };
}

function credentialOf({ service, method, path }: Route, dice: Dice, world: HostileWorld): string[] {
  const { credentials } = world.stack;
  if (dice.percent(8)) return [];
  if (dice.percent(8))
    return [
      `Authorization: Bearer ${dice.pick([mintToken('pst_'), mintToken('gwk_'), mintToken('gwa_'), mintToken('ivs_'), 'x', headerText(oddText(dice)), `${mintToken('pst_')}x`])}`,
    ];
  const attacker = dice.percent(85) ? world.main : dice.pick(world.attackers);
  if (service === 'gateway') {
    if (path.startsWith('/admin'))
      return [
        `Authorization: Bearer ${dice.percent(88) ? credentials.gateway_admin_key : dice.pick([...world.gatewayAdminKeys, credentials.enterprise_key])}`,
      ];
    return [
      `Authorization: Bearer ${dice.percent(85) ? credentials.enterprise_key : dice.pick([...world.gatewayKeys, credentials.enterprise_key_text_only, credentials.gateway_admin_key])}`,
    ];
  }
  const isOwnAccount = path.includes('/accounts/') && !path.includes('/admin/') && method !== 'GET';
  const staffShare = isOwnAccount ? 0 : path.includes('/admin/') ? 85 : 5;
  if (dice.percent(staffShare))
    return [
      `Authorization: Bearer ${dice.percent(80) ? credentials.staff[roleFor(path)] : dice.pick(Object.values(credentials.staff))}`,
    ];
  if (dice.percent(8))
    return [`Cookie: ${attacker.cookie}`, ...(dice.percent(80) ? [`X-CSRF-Token: ${attacker.csrf}`] : [])];
  return [dice.percent(90) ? `Authorization: Bearer ${attacker.token}` : `X-API-KEY: ${attacker.token}`];
}

export function roleFor(path: string): 'admin' | 'reviewer' | 'fulfilment' {
  if (/\/(?:ship|reship|shipment|shipments)(?:\?|$)/.test(path)) return 'fulfilment';
  return /\/admin\/(?:programs|accounts|pages)/.test(path) ? 'admin' : 'reviewer';
}

/** Characters that end a line would start another request. */
const headerText = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, '')
    .slice(0, 6_000);
