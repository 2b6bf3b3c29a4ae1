import { EDITOR_FACTS_ID, type EditorFacts } from '@shipyard/ui';
import { readBlock } from '../facts';

export interface NextStep {
  text: string;
  href: string;
}

/** Takes from a fresh copy of the page where the project stands now. Returns what comes next, or null without network. */
export async function renewStanding(): Promise<NextStep | null> {
  const page = await savedPage().catch(() => null);
  if (!page) return null;
  for (const part of document.querySelectorAll<HTMLElement>('[data-standing]')) {
    const renewed = page.querySelector(`[data-standing="${part.dataset.standing}"]`);
    if (renewed) part.replaceWith(renewed);
    else part.remove();
  }
  const link = page.querySelector('[data-next-step] a');
  return link ? { text: link.textContent ?? '', href: link.getAttribute('href') ?? '' } : null;
}

/** The pictures of the README as a fresh copy of the page has them, or null without network. */
export async function storedNow(): Promise<EditorFacts['pictures'] | null> {
  const page = await savedPage().catch(() => null);
  return (page && readBlock<EditorFacts>(EDITOR_FACTS_ID, page)?.pictures) ?? null;
}

async function savedPage(): Promise<Document | null> {
  const response = await fetch(`${location.pathname}?saved`, { headers: { accept: 'text/html' } });
  return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null;
}
