import { Injectable } from '@nestjs/common';
import type { SupplierImage } from '../suppliers/suppliers.service';
import { ImageFilesService } from './image-files.service';
import type { ImagePurchase } from './image-purchase.entity';
import { ImagePurchasesService } from './image-purchases.service';
import { ImageTaskSteps } from './image-task-steps';

/** For how long a job at a supplier may take, and so long its task may wait for a place there before. */
export const LONGEST_JOB_MS = 3_600_000;

/** For so long what is being kept waits to become its task's: if its process dies, the sweep finds it then. */
const WAITS_FOR_MS = 600_000;

/** Keeps what was drawn for tasks. */
@Injectable()
export class ImageKeepingService {
  constructor(
    private readonly files: ImageFilesService,
    private readonly purchases: ImagePurchasesService,
    private readonly steps: ImageTaskSteps,
  ) {}

  /** The bytes come first, under rows that nobody reads; then one statement makes them the task's. Those of a purchase that was given up go. */
  async keep(purchase: ImagePurchase, images: SupplierImage[]): Promise<void> {
    const keptUntil = this.steps.keptUntil(LONGEST_JOB_MS);
    const files = await this.files.keep(images, new Date(Date.now() + WAITS_FOR_MS));
    if (!(await this.purchases.drawn(purchase, files, keptUntil))) await this.files.discard(files);
  }
}
