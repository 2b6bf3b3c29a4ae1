import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pickFreePort } from '@shipyard/stack';
import { waitUntil } from '@shipyard/testing';
import { Redis } from 'ioredis';
import { secret } from './installation';

const GROUP = 'main';
const SENTINELS = 3;
/** How long a primary must be silent until the Sentinels agree that it is down. */
const DOWN_AFTER_MS = 5_000;

/** A primary with a replica, and three Sentinels that watch them. */
export class RedisGroup {
  private readonly password = secret();
  private readonly children = new Map<number, ChildProcess>();
  private readonly sentinels: number[] = [];

  private constructor(
    private readonly folder: string,
    private readonly primary: number,
    private readonly replica: number,
  ) {}

  static async start(folder: string): Promise<RedisGroup> {
    const first = await pickFreePort(2 + SENTINELS);
    const group = new RedisGroup(folder, first, first + 1);
    group.startServer(group.primary, '');
    await group.untilRole(group.primary, 'master');
    group.startServer(group.replica, `replicaof 127.0.0.1 ${group.primary}\n`);
    await waitUntil(
      () => group.ask(group.replica, (client) => client.info('replication')),
      (answer) => answer.includes('master_link_status:up'),
    );
    for (let at = 0; at < SENTINELS; at += 1) group.startSentinel(first + 2 + at);
    for (const port of group.sentinels) await group.untilWatched(port);
    return group;
  }

  get url(): string {
    return `redis+sentinel://:${this.password}@${this.sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/${GROUP}`;
  }

  async killPrimary(): Promise<void> {
    await this.end(this.primary, 'SIGKILL');
  }

  untilPromoted(): Promise<void> {
    return this.untilRole(this.replica, 'master');
  }

  /** Sentinel makes a replica of the primary of before. */
  async startAgain(): Promise<void> {
    this.startServer(this.primary, '');
    await this.untilRole(this.primary, 'slave');
  }

  async stop(): Promise<void> {
    for (const port of [...this.children.keys()].toReversed()) await this.end(port, 'SIGKILL');
  }

  private startServer(port: number, more: string): void {
    this.start(
      port,
      [],
      `bind 127.0.0.1
port ${port}
requirepass ${this.password}
masterauth ${this.password}
maxmemory-policy noeviction
appendonly yes
save ""
${more}`,
    );
  }

  private startSentinel(port: number): void {
    this.sentinels.push(port);
    this.start(
      port,
      ['--sentinel'],
      `bind 127.0.0.1
port ${port}
sentinel monitor ${GROUP} 127.0.0.1 ${this.primary} 2
sentinel auth-pass ${GROUP} ${this.password}
sentinel down-after-milliseconds ${GROUP} ${DOWN_AFTER_MS}
sentinel failover-timeout ${GROUP} 20000
`,
    );
  }

  private start(port: number, options: string[], settings: string): void {
    const cwd = path.join(this.folder, String(port));
    mkdirSync(cwd, { recursive: true, mode: 0o700 });
    // A Sentinel writes into the file of its settings.
    writeFileSync(path.join(cwd, 'redis.conf'), settings, { mode: 0o600 });
    this.children.set(port, spawn('redis-server', ['redis.conf', ...options], { cwd, stdio: 'ignore' }));
  }

  private async end(port: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.children.get(port);
    this.children.delete(port);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  private async untilRole(port: number, wanted: string): Promise<void> {
    await waitUntil(
      () => this.ask(port, (client) => client.role().then(([role]) => String(role))),
      (role) => role === wanted,
      { giveUpAfterMs: 60_000 },
    );
  }

  /** A Sentinel learns from the primary which replicas and which other Sentinels there are. */
  private async untilWatched(port: number): Promise<void> {
    const counts = (client: Redis) => client.call('SENTINEL', 'MASTER', GROUP).then((answer) => pairs(answer));
    await waitUntil(
      () => this.ask(port, counts, ''),
      (facts) => facts['num-slaves'] === '1' && facts['num-other-sentinels'] === String(SENTINELS - 1),
      { giveUpAfterMs: 60_000 },
    );
  }

  /** Returns an empty answer while the server is out of reach. */
  private async ask<Answer extends string | Record<string, string>>(
    port: number,
    question: (client: Redis) => Promise<Answer>,
    password = this.password,
  ): Promise<Answer> {
    const client = new Redis({ port, ...(password && { password }), lazyConnect: true, retryStrategy: null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } catch {
      return '' as Answer;
    } finally {
      client.disconnect();
    }
  }
}

function pairs(answer: unknown): Record<string, string> {
  const words = Array.isArray(answer) ? answer.map(String) : [];
  return Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])));
}
