import type { PageContext } from '../page-context';

/** A tracking number, which leads to the page of its carrier if that is known. */
export function Tracking({ page, url, tracking }: { page: PageContext; url: string | null; tracking: string }) {
  const number = <code>{tracking}</code>;
  if (url === null) return number;
  return (
    <a href={url} rel="noopener noreferrer" aria-label={page.words.shipping.follow(tracking)}>
      {number} <span aria-hidden="true">↗</span>
    </a>
  );
}
