import type { Fault, JsonRecord } from './fake-faults';
import type { FakeImageAnswer } from './fake-image-behaviour';
import type { FakeRefusal, HeadOfRequest } from './fake-protocol';

/** The purchase that a request makes. */
export interface FakeImageOrder {
  model: string;
  prompt: string;
  count: number;
  width: number;
  height: number;
}

/** An image in a response. */
export type GivenPicture = { url: string } | { base64: string } | { refused: 'content' | 'fault' };

export interface FakeTask {
  taskId: string;
  order: FakeImageOrder;
  answer: FakeImageAnswer;
  boughtAt: number;
  polls: number;
}

/** The protocol of an image supplier. */
export interface FakeImageProtocol {
  /** The last part of its base_url. */
  version: string;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** A free request and its response. */
  lookUp: { path: RegExp; body: object };
  faultOfHead(head: HeadOfRequest, apiKey: string): FakeRefusal | undefined;
  faultOfBody(body: JsonRecord, head: HeadOfRequest): Fault;
  orderOf(body: JsonRecord): FakeImageOrder;
  /** Whether images are sent as base64 by default. */
  writesBase64(body: JsonRecord): boolean;
  error(status: number, message?: string): object;
  /** The body of a moderation refusal, always with status 400. */
  moderated(order: FakeImageOrder): object;
  answer(order: FakeImageOrder, pictures: GivenPicture[], scripted: FakeImageAnswer): object;
  /** For asynchronous suppliers. */
  tasks?: {
    path: RegExp;
    taken(taskId: string): object;
    unfinished(task: FakeTask): object;
    unknown(taskId: string): object;
    failed(task: FakeTask): object;
    succeeded(task: FakeTask, pictures: GivenPicture[]): object;
  };
}

/** Parses `1024x768` or `1024*768`. Returns the default size for anything else. */
export function sizeOf(size: unknown): { width: number; height: number } {
  const [, width = 1_024, height = 1_024] = (typeof size === 'string' && /^(\d+)[x*](\d+)$/.exec(size)) || [];
  return { width: Number(width), height: Number(height) };
}

/** Accepts an absent size, or one in the supplier's format. */
export const isSize = (size: unknown, between: 'x' | '*') => size === undefined || (typeof size === 'string' && (between === 'x' ? /^\d+x\d+$/ : /^\d+\*\d+$/).test(size));

/** Requires a bearer token, POST, this path and JSON. */
export function faultOfJsonPost({ method, url = '', headers }: HeadOfRequest, apiKey: string, path: RegExp): FakeRefusal | undefined {
  if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, message: 'Incorrect API key provided' };
  if (!path.test(url)) return { status: 404, message: `Invalid URL (${method} ${url})` };
  if (method !== 'POST') return { status: 405, message: 'Method not allowed' };
  return headers['content-type']?.split(';')[0] === 'application/json' ? undefined : { status: 415, message: 'The body must be application/json' };
}

/** Returns the first unknown field of a body. */
export function unknownField(body: JsonRecord, known: readonly string[]): Fault {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `${unknown}: unknown parameter`;
}
