import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeAnswer } from './fake-behaviour';

export type HeadOfRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface FakeRefusal {
  status: number;
  message: string;
}

/** How a kind of supplier speaks. */
export interface FakeProtocol<Body> {
  /** The last part of its base_url. */
  version: string;
  /** On every answer. */
  headers: Record<string, string>;
  /** What it has against the head of a request, or undefined. */
  faultOfHead(head: HeadOfRequest, apiKey: string): FakeRefusal | undefined;
  /** What it has against a body, as `field: reason`, or undefined. */
  faultOfBody(body: unknown, head: HeadOfRequest): string | undefined;
  isStreamed(body: Body, head: HeadOfRequest): boolean;
  error(status: number, message?: string): object;
  writeWhole(answer: FakeAnswer, body: Body, response: ServerResponse): void;
  /** Writes in the answer's manners, to where it breaks. */
  writeStream(answer: FakeAnswer, body: Body, response: ServerResponse): Promise<void>;
}
