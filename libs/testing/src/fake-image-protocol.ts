import type { Fault, JsonRecord } from './fake-faults';
import type { FakeImageAnswer } from './fake-image-behavior';
import type { FakeRefusal, HeadOfRequest } from './fake-protocol';

export interface FakeImageOrder {
  model: string;
  prompt: string;
  count: number;
  width: number;
  height: number;
}

export type GivenImage = { url: string } | { base64: string } | { refused: 'content' | 'fault' };

export interface FakeTask {
  taskId: string;
  order: FakeImageOrder;
  answer: FakeImageAnswer;
  boughtAt: number;
  polls: number;
}

export interface FakeImageProtocol {
  version: string;
  headers: Record<string, string>;
  lookUp: { path: RegExp; body: object };
  faultOfHead(head: HeadOfRequest, apiKey: string): FakeRefusal | undefined;
  faultOfBody(body: JsonRecord, head: HeadOfRequest): Fault;
  orderOf(body: JsonRecord): FakeImageOrder;
  writesBase64(body: JsonRecord): boolean;
  error(status: number, message?: string): object;
  moderated(order: FakeImageOrder): object;
  answer(order: FakeImageOrder, images: GivenImage[], scripted: FakeImageAnswer): object;
  tasks?: {
    path: RegExp;
    taken(taskId: string): object;
    unfinished(task: FakeTask): object;
    unknown(taskId: string): object;
    failed(task: FakeTask): object;
    succeeded(task: FakeTask, images: GivenImage[]): object;
  };
}

export function sizeOf(size: unknown): { width: number; height: number } {
  const [, width = 1_024, height = 1_024] = (typeof size === 'string' && /^(\d+)[x*](\d+)$/.exec(size)) || [];
  return { width: Number(width), height: Number(height) };
}

export const isSize = (size: unknown, between: 'x' | '*') =>
  size === undefined || (typeof size === 'string' && (between === 'x' ? /^\d+x\d+$/ : /^\d+\*\d+$/).test(size));

export function faultOfJsonPost(
  { method, url = '', headers }: HeadOfRequest,
  apiKey: string,
  path: RegExp,
): FakeRefusal | undefined {
  if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, message: 'Incorrect API key provided' };
  if (!path.test(url)) return { status: 404, message: `Invalid URL (${method} ${url})` };
  if (method !== 'POST') return { status: 405, message: 'Method not allowed' };
  return headers['content-type']?.split(';')[0] === 'application/json'
    ? undefined
    : { status: 415, message: 'The body must be application/json' };
}

export function unknownField(body: JsonRecord, known: readonly string[]): Fault {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `${unknown}: unknown parameter`;
}
