import { studioUrl } from '../studio/project-path';

/** The list of versions, or one of them. */
export const historyUrl = (slug: string, id?: string): string =>
  [studioUrl(slug), 'readme-versions', ...(id === undefined ? [] : [id])].join('/');
