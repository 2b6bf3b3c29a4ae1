import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, ObjectStore, Sweep } from '@shipyard/platform';
import { LOGGER } from '../config';
import { ImageFilesService } from './image-files.service';

const EVERY_MS = 10 * 60_000;
/** Older than anything that is still being written. */
const ORPHAN_AFTER_MS = 60 * 60_000;
const AT_ONCE = 500;

/**
 * Removes what no row leads to: bytes that were half written when their process died, and those of a process that was stopped for so long that its rows
 * had expired when it went on. Runs in the worker.
 */
@Injectable()
export class ImageOrphansSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly files: ImageFilesService,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new Sweep('orphaned pictures', EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    const olderThan = Date.now() - ORPHAN_AFTER_MS;
    let keys: string[] = [];
    for await (const { key, modifiedAt } of this.store.list()) {
      if (modifiedAt.getTime() < olderThan) keys.push(key);
      if (keys.length < AT_ONCE) continue;
      await this.removeUnnamed(keys);
      keys = [];
    }
    await this.removeUnnamed(keys);
  }

  private async removeUnnamed(keys: string[]): Promise<void> {
    const named = await this.files.namedOf(keys);
    for (const key of keys) {
      if (named.has(key)) continue;
      await this.store.delete(key);
      this.logger.info({ key }, 'An object without a row was removed');
    }
  }
}
