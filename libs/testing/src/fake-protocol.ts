import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeAnswer } from './fake-behaviour';

export type HeadOfRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface FakeRefusal {
  status: number;
  message: string;
}

/** The protocol of a chat supplier. */
export interface FakeProtocol<Body> {
  /** The last part of its base_url. */
  version: string;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Returns its objection to the head of a request, or undefined. */
  faultOfHead(head: HeadOfRequest, apiKey: string): FakeRefusal | undefined;
  /** Returns its objection to a body as `field: reason`, or undefined. */
  faultOfBody(body: unknown, head: HeadOfRequest): string | undefined;
  isStreamed(body: Body, head: HeadOfRequest): boolean;
  error(status: number, message?: string): object;
  writeWhole(answer: FakeAnswer, body: Body, response: ServerResponse): void;
  /** Writes a stream, up to the point where it breaks. */
  writeStream(answer: FakeAnswer, body: Body, response: ServerResponse): Promise<void>;
}
