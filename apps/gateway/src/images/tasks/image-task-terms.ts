import type { EntityManager } from 'typeorm';
import type { LineTerms } from '../../unit-types';
import type { ImageOrder, ImagePrices } from '../image-order';
import type { ImageTask } from './image-task.entity';

interface PriceTerms {
  /** What the line of the images says of its price. */
  image?: LineTerms;
  request?: { unit_price_nano: string; terms?: LineTerms };
}

/** A model that the task is offered to, and what it would be ordered and charged with. */
export interface TaskOffer {
  model: string;
  size: string;
  quality: string | null;
  unit_price_nano: string;
  prices: PriceTerms | null;
}

interface TaskTerms {
  quality: string | null;
  prices: PriceTerms | null;
  /** Null if the task is offered to its model only. */
  offers: TaskOffer[] | null;
}

/** What a task was ordered and priced with beside the columns of its row. Most tasks have no such terms. */
async function readTaskTerms(manager: EntityManager, taskId: string): Promise<TaskTerms> {
  const [row] = await manager.query<TaskTerms[]>(
    'SELECT quality, prices, offers FROM image_task_terms WHERE task_id = $1',
    [taskId],
  );
  return row ?? { quality: null, prices: null, offers: null };
}

/** The models that the task is offered to, in order. */
export async function readTaskOffers(
  manager: EntityManager,
  { id, modelId, size, unitPriceNano }: Pick<ImageTask, 'id' | 'modelId' | 'size' | 'unitPriceNano'>,
): Promise<TaskOffer[]> {
  const { quality, prices, offers } = await readTaskTerms(manager, id);
  return offers ?? [{ model: modelId, size, quality, unit_price_nano: unitPriceNano.toString(), prices }];
}

/** The prices of its submission. */
export async function readTaskPrices(
  manager: EntityManager,
  { id, unitPriceNano }: Pick<ImageTask, 'id' | 'unitPriceNano'>,
): Promise<ImagePrices> {
  const { image, request } = (await readTaskTerms(manager, id)).prices ?? {};
  return {
    image: { unitPriceNano, terms: image },
    request: request && { unitPriceNano: BigInt(request.unit_price_nano), terms: request.terms },
  };
}

export const toTaskOffer = (model: string, { size, quality }: ImageOrder, prices: ImagePrices): TaskOffer => ({
  model,
  size,
  quality: quality ?? null,
  unit_price_nano: prices.image.unitPriceNano.toString(),
  prices: toPriceTerms(prices),
});

/** Null if the row of the task says it all. */
function toPriceTerms({ image, request }: ImagePrices): PriceTerms | null {
  const terms: PriceTerms = {
    ...(image.terms && { image: image.terms }),
    ...(request && {
      request: { unit_price_nano: request.unitPriceNano.toString(), ...(request.terms && { terms: request.terms }) },
    }),
  };
  return Object.keys(terms).length === 0 ? null : terms;
}
