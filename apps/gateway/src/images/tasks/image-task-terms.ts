import type { EntityManager } from 'typeorm';
import type { LineTerms } from '../../unit-types';
import type { ImagePrices } from '../image-order';
import type { ImageTask } from './image-task.entity';

interface PriceTerms {
  /** What the line of the images says of its price. */
  image?: LineTerms;
  request?: { unit_price_nano: string; terms?: LineTerms };
}

interface TaskTerms {
  quality: string | null;
  prices: PriceTerms | null;
}

/** What a task was ordered and priced with beside the columns of its row. Most tasks have no such terms. */
async function readTaskTerms(manager: EntityManager, taskId: string): Promise<TaskTerms> {
  const [row] = await manager.query<TaskTerms[]>('SELECT quality, prices FROM image_task_terms WHERE task_id = $1', [
    taskId,
  ]);
  return row ?? { quality: null, prices: null };
}

export async function readTaskQuality(manager: EntityManager, taskId: string): Promise<string | undefined> {
  return (await readTaskTerms(manager, taskId)).quality ?? undefined;
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

/** As JSON, or null if the row of the task says it all. */
export function toPriceTerms({ image, request }: ImagePrices): string | null {
  const terms: PriceTerms = {
    ...(image.terms && { image: image.terms }),
    ...(request && {
      request: { unit_price_nano: request.unitPriceNano.toString(), ...(request.terms && { terms: request.terms }) },
    }),
  };
  return Object.keys(terms).length === 0 ? null : JSON.stringify(terms);
}
