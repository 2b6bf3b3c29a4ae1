import type { ServerResponse } from 'node:http';
import { CANARY } from './canary';
import type { StreamManners } from './fake-behavior';

export interface LastEvents {
  error: { name?: string; data: object };
  done?: { name?: string; data: string };
}

export class FakeEvents {
  constructor(
    private readonly response: ServerResponse,
    private readonly manners: StreamManners,
    private readonly last: LastEvents,
  ) {}

  async send(data: string, name?: string): Promise<void> {
    const { comments, lineEnd = '\n' } = this.manners;
    const before = comments ? `: ${CANARY}${lineEnd}${lineEnd}data: : ${CANARY}${lineEnd}${lineEnd}` : '';
    const head = name === undefined ? '' : `event: ${name}${lineEnd}`;
    await this.write(`${before}${head}data: ${data}${lineEnd}${lineEnd}`);
  }

  async end(): Promise<void> {
    if (!this.manners.withoutDone) await this.sendDone();
    this.response.end();
  }

  async breakOff(how: NonNullable<StreamManners['breakAfter']>['how']): Promise<void> {
    if (how === 'stall') return;
    if (how === 'reset') {
      this.response.socket?.resetAndDestroy();
      return;
    }
    if (how === 'error') await this.send(JSON.stringify(this.last.error.data), this.last.error.name);
    if (how === 'garbage') await this.send(`<html>${CANARY}`);
    if (how === 'done') await this.sendDone();
    this.response.end();
  }

  private async sendDone(): Promise<void> {
    if (this.last.done) await this.send(this.last.done.data, this.last.done.name);
  }

  private async write(text: string): Promise<void> {
    const pieces = this.manners.bytewise ? [...Buffer.from(text)].map((byte) => Buffer.of(byte)) : [text];
    for (const piece of pieces) await new Promise((resolve) => this.response.write(piece, resolve));
  }
}
