import type { Logger } from '@shipyard/platform/logger';
import type { CatalogService } from '../../models';
import type { RoutingService } from '../../routing';
import {
  type ImageCall,
  type ImageJob,
  type ImageJobCall,
  ImageMemory,
  SupplierError,
  type SuppliersService,
} from '../../suppliers';
import { ImageBuyingService } from './image-buying.service';
import { ImageCollectingService } from './image-collecting.service';
import type { ImageKeepingService } from './image-keeping.service';
import type { ImagePurchase } from './image-purchase.entity';
import type { ImagePurchasesService } from './image-purchases.service';
import type { ImageTask } from './image-task.entity';

const logger = { warn: () => undefined } as unknown as Logger;
const image = { bytes: Buffer.from('a'), extension: 'png' as const, revisedPrompt: null };
const fault = new SupplierError('failed', 'no');
const broken = () => Promise.reject(new Error('The disk is full'));
const purchase = {
  id: 'purchase-1',
  taskId: 'task-1',
  supplierId: 's',
  jobId: 'job-1',
  imageCount: 1,
  keyFingerprint: null,
  pollAt: null,
  failedPolls: 0,
  begunAt: new Date(),
} as ImagePurchase;
const task = { id: 'task-1', modelId: 'm', prompt: 'a', size: '8x8', imageCount: 1, userLabel: null } as ImageTask;

async function hasRoom(memory: ImageMemory): Promise<boolean> {
  let hasIt = false;
  void memory
    .open()
    .take(1)
    .then(() => (hasIt = true));
  await new Promise(setImmediate);
  return hasIt;
}

describe('a supplier call of the worker', () => {
  let memory: ImageMemory;
  let steps: string[];
  const record = (step: string) => Promise.resolve(steps.push(step) > 0);
  const purchases = {
    offersOf: () => Promise.resolve([{ model: 'm', size: '8x8', quality: null, unit_price_nano: '1', prices: null }]),
    begin: () => Promise.resolve([purchase]),
    submitted: () => record('submitted'),
    awaitSlot: (_: unknown, failedPolls = 0) => record(`awaits ${failedPolls}`),
    ended: (_: unknown, { step }: { step: string }) => record(step),
  } as unknown as ImagePurchasesService;

  beforeEach(() => {
    memory = new ImageMemory(1);
    steps = [];
  });

  it.each<[string, () => Promise<ImageJob>, () => Promise<unknown>, string]>([
    ['are kept', () => Promise.resolve({ status: 'succeeded', images: [image] }), () => record('drawn'), 'drawn'],
    ['cannot be kept just now', () => Promise.resolve({ status: 'succeeded', images: [image] }), broken, 'awaits 1'],
    ['are not drawn yet', () => Promise.resolve({ status: 'running' }), broken, 'awaits 0'],
    ['failed by the supplier’s word', () => Promise.resolve({ status: 'failed', error: fault }), broken, 'failed'],
    ['are lost', () => Promise.resolve({ status: 'lost', error: fault }), broken, 'lost'],
    ['cannot be asked after', () => Promise.reject(fault), broken, 'awaits 1'],
  ])('frees the memory of a job’s images when they %s', async (_, answer, keep, step) => {
    const supplier = { collectImages: ({ memory }: ImageJobCall) => memory.take(1).then(answer) };
    const suppliers = {
      openRoutes: () => Promise.resolve([{ supplier, keys: { take: () => undefined } }]),
    } as unknown as SuppliersService;
    const collecting = new ImageCollectingService(
      suppliers,
      purchases,
      { keep } as unknown as ImageKeepingService,
      memory,
      logger,
    );
    await collecting.collect(purchase);
    expect([steps, await hasRoom(memory)]).toEqual([[step], true]);
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
    ['are kept', () => Promise.resolve([image]), () => record('drawn'), 'drawn'],
    ['cannot be kept', () => Promise.resolve([image]), broken, 'lost'],
    ['do not come', () => Promise.reject(fault), broken, 'lost'],
    [
      'are turned away',
      () => Promise.reject(new SupplierError('failed', 'no', { isUntouched: true })),
      broken,
      'refused',
    ],
  ])('frees the memory of a purchase’s images when they %s', async (_, answer, keep, step) => {
    const supplier = { generateImages: ({ memory }: ImageCall) => memory.take(1).then(answer) };
    const route = { id: 'r', supplierId: 's', upstreamModel: 'u', maxImagesPerCall: 1 };
    const ask = (_call: unknown, attempt: (open: object, terms: object) => Promise<void>) =>
      attempt({ route, supplier }, {}).then(() => ({ lease: { answered: () => undefined } }));
    const buying = new ImageBuyingService(
      { findTaken: () => Promise.resolve({ routes: [route] }) } as unknown as CatalogService,
      { ask } as unknown as RoutingService,
      purchases,
      { keep } as unknown as ImageKeepingService,
      memory,
      logger,
    );
    await buying.buy(task, () => undefined).catch(() => undefined);
    expect([steps, await hasRoom(memory)]).toEqual([[step], true]);
  });
});
