import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { DiscoveryService } from '@nestjs/core';
import { DeclaredQueue, oneWorkerPerQueue } from './queues';

@Processor('reviews')
class ReviewsWorker extends WorkerHost {
  process(): Promise<void> {
    return Promise.resolve();
  }
}

@Processor('reviews')
class SecondReviewsWorker extends ReviewsWorker {}

class NoWorker {}

describe('oneWorkerPerQueue', () => {
  it.each<[string, string[], (new () => object)[], string | null]>([
    ['passes one worker', ['reviews'], [ReviewsWorker, NoWorker], null],
    ['names a queue without a worker', ['reviews', 'images'], [ReviewsWorker], 'images has 0'],
    ['names a queue with two', ['reviews'], [ReviewsWorker, SecondReviewsWorker], 'reviews has 2'],
    ['names a worker of an unknown queue', [], [ReviewsWorker], 'reviews has 1 and is not declared'],
  ])('%s', (_, names, classes, problem) => {
    const wrappers = [
      ...names.map((name) => ({ metatype: null, instance: new DeclaredQueue(name) })),
      ...classes.map((metatype) => ({ metatype, instance: null })),
    ];
    const discovery = { getProviders: () => wrappers } as unknown as DiscoveryService;
    const check: { onApplicationBootstrap(): void } = oneWorkerPerQueue.useFactory(discovery);
    if (problem === null) expect(() => check.onApplicationBootstrap()).not.toThrow();
    else expect(() => check.onApplicationBootstrap()).toThrow(problem);
  });
});
