import { LOGGER, type Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { ImageFilesService } from './image-files.service';

const ORPHAN_AFTER_MS = 60 * 60_000;

/** Removes images without a row. A process that dies or pauses during a write leaves them. Runs in the worker. */
export const imageOrphansSweeper = sweeper({
  name: 'orphaned images',
  everyMs: 10 * 60_000,
  inject: [ObjectStore, ImageFilesService, LOGGER],
  sweep: (store, files, logger: Logger) =>
    store.deleteOrphans(new Date(Date.now() - ORPHAN_AFTER_MS), (keys) => files.namedOf(keys), logger),
});
