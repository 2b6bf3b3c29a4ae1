/** Handles a click in a preview. A link must not lead away from what is being written. */
export function openElsewhere(event: Pick<Event, 'target' | 'preventDefault'>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href) return;
  event.preventDefault();
  if (href.startsWith('#')) document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
  else window.open(link.href, '_blank', 'noopener,noreferrer');
}
