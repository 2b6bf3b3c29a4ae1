import type { PageContext } from '../page-context';
import { joinUrl } from '../sign-in/sign-in-urls';

/** Where a project begins. A stranger joins first, and comes to the form afterwards, with the program chosen. */
export function startUrl({ session }: Pick<PageContext, 'session'>, programId: string | null = null): string {
  const url =
    programId === null ? '/studio/new' : `/studio/new?${new URLSearchParams({ program: programId }).toString()}`;
  return session === null ? joinUrl(url) : url;
}
