import type { EntityManager } from 'typeorm';
import { BIRD_FEEDER } from './projects/bird-feeder';
import { BUS_BOARD } from './projects/bus-board';
import { COLD_TRAILER } from './projects/cold-trailer';
import { LOOM_24 } from './projects/loom-24';
import { OLD_RADIO } from './projects/old-radio';
import { RAIN_ORGAN } from './projects/rain-organ';
import { SEED_DRAWER } from './projects/seed-drawer';
import { STAR_TRACKER } from './projects/star-tracker';
import { TIDE_LAMP } from './projects/tide-lamp';
import type { ShowcaseProject } from './showcase-project';

export const SHOWCASE: ShowcaseProject[] = [
  COLD_TRAILER,
  TIDE_LAMP,
  BIRD_FEEDER,
  OLD_RADIO,
  STAR_TRACKER,
  LOOM_24,
  BUS_BOARD,
  RAIN_ORGAN,
  SEED_DRAWER,
];

/** A slug is never free again, so nothing is written twice, and what somebody deleted stays away. */
export async function findMissing(manager: EntityManager): Promise<ShowcaseProject[]> {
  const taken = await manager.query<{ slug: string }[]>('SELECT slug FROM slugs WHERE slug = ANY ($1::text[])', [
    SHOWCASE.map(({ slug }) => slug),
  ]);
  const slugs = new Set(taken.map(({ slug }) => slug));
  return SHOWCASE.filter(({ slug }) => !slugs.has(slug));
}
