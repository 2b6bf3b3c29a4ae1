import { CANARY, type FakeImageSupplier, type FakeImage } from '@shipyard/testing';
import type { ImageMemoryShare } from '../contract/image-memory-share';
import type { ImageCall, ImageJob, SupplierAdapter, SupplierImage } from '../contract/supplier';
import type { SupplierError } from '../contract/supplier-error';
import type { SupplierOptions } from '../contract/supplier-options';
import type { VendorName } from '../registry';
import { openWith, saidBy, type SupplierWith } from './subject';

export interface ImageContract {
  vendor: VendorName;
  title?: string;
  options?: SupplierOptions;
  start(): Promise<FakeImageSupplier>;
  model: string;
  size?: { width: number; height: number };
  /** The limit of the operator's route. Default: the supplier's limit. */
  most?: number;
  writesBase64: boolean;
  revises: boolean;
  userAt: string | null;
}

export const UNLIMITED_MEMORY: ImageMemoryShare = { take: () => Promise.resolve(), release: () => undefined };
export const USUAL_SIZE = { width: 1_024, height: 768 };
export const PROMPT = '一间有着精致窗户的花店 <&> "flower shop"';

/** Long enough for a request to arrive at a supplier that never answers. */
export const soon = () => performance.now() + 300;

export async function draw(supplier: SupplierAdapter, call: ImageCall): Promise<SupplierImage[]> {
  if (supplier.generateImages) return supplier.generateImages(call);
  const { jobId } = (await supplier.submitImages?.(call)) ?? { jobId: '' };
  for (;;) {
    const job = await collect(supplier, jobId, call);
    if (job.status === 'failed' || job.status === 'lost') throw job.error;
    if (job.status === 'succeeded') return job.images;
  }
}

export async function collect(
  supplier: SupplierAdapter,
  jobId: string,
  { upstreamModel, apiKey, signal, deadlineAt, memory }: ImageCall,
): Promise<ImageJob> {
  if (!supplier.collectImages) throw new Error('It has nothing to collect');
  return supplier.collectImages({ jobId, upstreamModel, apiKey, signal, deadlineAt, memory });
}

export const each = (image: FakeImage) => ({ kind: 'answer' as const, images: [image] });

/** An answer of one image by URL, even if the vendor would send bytes. */
export const byAddress = (image: FakeImage) => ({ ...each(image), as: 'url' as const });

export class ImageSubject {
  fake: FakeImageSupplier;
  supplier: SupplierWith<never>;
  most: number;
  readonly size: { width: number; height: number };

  constructor(readonly contract: ImageContract) {
    this.size = contract.size ?? USUAL_SIZE;
    beforeAll(async () => {
      this.fake = await contract.start();
      this.supplier = this.open(this.fake.baseUrl);
      this.most = contract.most ?? this.supplier.mostImagesPerCall ?? 10;
    });

    afterEach(() => {
      expect(this.fake.refusals).toEqual([]);
      expect(this.fake.trapped).toEqual([]);
      this.fake.script();
      this.fake.scriptPolls();
    });

    afterAll(async () => {
      await this.supplier.close();
      await this.fake.close();
    });
  }

  open(baseUrl: string, internal = true): SupplierWith<never> {
    return openWith(this.contract.vendor, { baseUrl, internal, options: this.contract.options ?? {} });
  }

  order(particulars: Partial<ImageCall> = {}): ImageCall {
    return {
      upstreamModel: `${this.contract.model}-${CANARY}`,
      prompt: PROMPT,
      ...this.size,
      count: 1,
      user: undefined,
      apiKey: this.fake.apiKey,
      signal: new AbortController().signal,
      deadlineAt: Infinity,
      memory: UNLIMITED_MEMORY,
      ...particulars,
    };
  }

  async drawn(particulars: Partial<ImageCall> = {}): Promise<SupplierImage[]> {
    const images = await draw(this.supplier, this.order(particulars));
    for (const { bytes, revisedPrompt } of images) {
      expect(bytes.includes(CANARY)).toBe(false);
      expect(String(revisedPrompt)).not.toContain(CANARY);
    }
    return images;
  }

  async failure(
    particulars: Partial<ImageCall> = {},
    asked: SupplierAdapter = this.supplier,
  ): Promise<SupplierError & { bought: number }> {
    const before = this.fake.purchases.length;
    const error: unknown = await draw(asked, this.order(particulars)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(saidBy(error)).not.toContain(CANARY);
    return Object.assign(error as SupplierError, { bought: this.fake.purchases.length - before });
  }
}
