import { Injectable } from '@nestjs/common';
import type { SupplierImage } from '../../suppliers';
import { ImageFilesService } from '../files/image-files.service';
import type { ImagePurchase } from './image-purchase.entity';
import { ImagePurchasesService } from './image-purchases.service';
import { ImageTaskSteps } from './image-task-steps';

/** How long a supplier's job may take, and how long its task may wait for capacity before. */
export const LONGEST_JOB_MS = 3_600_000;

/** If the process dies, the sweep deletes images that wait longer for their task. */
const WAITS_FOR_MS = 600_000;

@Injectable()
export class ImageKeepingService {
  constructor(
    private readonly files: ImageFilesService,
    private readonly purchases: ImagePurchasesService,
    private readonly steps: ImageTaskSteps,
  ) {}

  /** One statement assigns the stored images to the task. Discards those of an abandoned purchase. */
  async keep(purchase: ImagePurchase, images: SupplierImage[]): Promise<void> {
    const keptUntil = this.steps.keptUntil(LONGEST_JOB_MS);
    const files = await this.files.keep(images, new Date(Date.now() + WAITS_FOR_MS));
    if (!(await this.purchases.drawn(purchase, files, keptUntil))) await this.files.discard(files);
  }
}
