import { studioUrl } from '../studio/project-path';

/** What a page says was just withdrawn. `already`: it was gone before. */
export type Withdrawn = 'log' | 'picture' | 'already';

const KINDS: readonly Withdrawn[] = ['log', 'picture', 'already'];

export const withdrawnIn = ({ withdrawn }: { withdrawn?: unknown }): Withdrawn | undefined =>
  KINDS.find((kind) => kind === withdrawn);

export const withdrawLogUrl = (slug: string, sequence: number | string) =>
  `${studioUrl(slug, 'logs')}/${sequence}/withdraw`;

export const withdrawPicturesUrl = (slug: string) => `${studioUrl(slug)}/withdraw-pictures`;
