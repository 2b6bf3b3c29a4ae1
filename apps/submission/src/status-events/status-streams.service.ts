import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import type { Logger } from '@shipyard/platform/logger';
import { isDraining } from '@shipyard/platform/service-process';
import { Sweep } from '@shipyard/platform/sweep';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { type Caller, CredentialsService } from '../accounts';
import { rateHeaders, rateLimited } from '../limits/limits.errors';
import { readStatusVersions } from '../project-reads';
import { ReviewsService } from '../reviews';
import { LOGGER } from '../runtime.module';
import { StatusStream } from './status-stream';

const EVERY_MS = 1_000;
const STREAMS_PER_ACCOUNT = 20;
const RETRY_AFTER_SECONDS = 60;

interface Watcher {
  caller: Caller;
  slug: string;
  projectId: string;
  stream: StatusStream;
  seen: string | null;
}

/**
 * Once a second, two statements serve all streams:
 * 1. Which tokens and sessions are still valid? The other streams are closed.
 * 2. Which watched projects have changed? Those are read in full.
 */
@Injectable()
export class StatusStreamsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watchers = new Set<Watcher>();
  private readonly streamsOf = new Map<string, number>();
  private readonly sweep: Sweep;
  private clock: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly reviews: ReviewsService,
    private readonly credentials: CredentialsService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('status streams', EVERY_MS, () => this.look(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
    this.clock = setInterval(() => this.tick(), EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.clock);
    for (const { stream } of this.watchers) stream.end();
    await this.sweep.stop();
  }

  /** Throws like GET status, and RATE_LIMITED if the account has too many streams. */
  async open(caller: Caller, slug: string, response: Response): Promise<void> {
    // The close event does not fire again for a client that is gone, and its slot would stay taken.
    if (response.destroyed) return;
    this.takePlace(caller, response);
    response.once('close', () => this.leavePlace(caller));
    const status = await this.reviews.status(caller, slug);
    if (response.destroyed) return;
    const watcher: Watcher = {
      caller,
      slug,
      projectId: status.project.id,
      stream: new StatusStream(response),
      seen: null,
    };
    watcher.stream.send(status);
    this.watchers.add(watcher);
    response.once('close', () => this.watchers.delete(watcher));
    if (response.req.method === 'HEAD') watcher.stream.end();
  }

  private takePlace({ accountId }: Caller, response: Response): void {
    const streams = this.streamsOf.get(accountId) ?? 0;
    const remaining = Math.max(0, STREAMS_PER_ACCOUNT - streams - 1);
    response.set(rateHeaders(STREAMS_PER_ACCOUNT, remaining, RETRY_AFTER_SECONDS));
    if (streams >= STREAMS_PER_ACCOUNT) {
      throw rateLimited(
        `At most ${STREAMS_PER_ACCOUNT} streams can be open at once. Close one, or GET the status instead.`,
        RETRY_AFTER_SECONDS,
      );
    }
    this.streamsOf.set(accountId, streams + 1);
  }

  private leavePlace({ accountId }: Caller): void {
    const left = (this.streamsOf.get(accountId) ?? 1) - 1;
    if (left === 0) this.streamsOf.delete(accountId);
    else this.streamsOf.set(accountId, left);
  }

  private tick(): void {
    for (const { stream } of this.watchers) {
      if (isDraining()) stream.end();
      else stream.tick();
    }
  }

  private async look(): Promise<void> {
    const watchers = [...this.watchers];
    if (watchers.length === 0) return;
    const roles = await this.credentials.rolesOf([...new Set(watchers.map(({ caller }) => caller.credentialId))]);
    const looks = await readStatusVersions(this.dataSource, [...new Set(watchers.map(({ projectId }) => projectId))]);
    for (const watcher of watchers) {
      const present = roles.get(watcher.caller.credentialId);
      const look = looks.get(watcher.projectId);
      if (present === undefined || look === undefined) watcher.stream.end();
      else await this.sendStatus(watcher, { ...watcher.caller, roles: present }, `${present.join()} ${look}`);
    }
  }

  private async sendStatus(watcher: Watcher, caller: Caller, look: string): Promise<void> {
    if (watcher.seen === look) return;
    try {
      const status = await this.reviews.status(caller, watcher.slug);
      watcher.seen = look;
      watcher.stream.send(status);
    } catch (error) {
      if (error instanceof HttpError && error.row.status < 500) watcher.stream.end();
      else throw error;
    }
  }
}
