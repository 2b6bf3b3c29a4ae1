import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeAnswer } from './fake-behavior';

export type HeadOfRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface FakeRefusal {
  status: number;
  message: string;
}

export interface FakeProtocol<Body> {
  version: string;
  headers: Record<string, string>;
  faultOfHead(head: HeadOfRequest, apiKey: string): FakeRefusal | undefined;
  faultOfBody(body: unknown, head: HeadOfRequest): string | undefined;
  isStreamed(body: Body, head: HeadOfRequest): boolean;
  error(status: number, message?: string): object;
  writeWhole(answer: FakeAnswer, body: Body, response: ServerResponse): void;
  writeStream(answer: FakeAnswer, body: Body, response: ServerResponse): Promise<void>;
}
