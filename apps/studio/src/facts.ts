import { STUDIO_FACTS_ID, type StudioFacts } from '@shipyard/ui';

/** The server of this page wrote the block, so its type is trusted. Null on a page without one. */
export function readFacts(): StudioFacts | null {
  return readBlock<StudioFacts>(STUDIO_FACTS_ID);
}

export function readBlock<Facts>(id: string, page = document): Facts | null {
  const text = page.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Facts) : null;
}
