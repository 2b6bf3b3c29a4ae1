/** One candidate of a `srcset`: an address and what the browser chooses it by (`2x`, `640w`). */
export interface Candidate {
  url: string;
  descriptor: string;
}

/** Splits a `srcset` as browsers do: an address ends at white space, or at a comma that ends it. */
export function parseSrcset(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  let rest = srcset;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return candidates;
    const written = /^\S+/.exec(rest)?.[0] ?? '';
    rest = rest.slice(written.length);
    const url = written.replace(/(?<!,),+$/, '');
    // A comma at the end of the address closes the candidate; else the descriptors run to the next comma.
    const descriptor = url === written ? (/^[^,]*/.exec(rest)?.[0] ?? '') : '';
    rest = rest.slice(descriptor.length);
    candidates.push({ url, descriptor: /^\s*\d+(?:\.\d+)?[wx]\s*$/.test(descriptor) ? descriptor.trim() : '' });
  }
}

export function formatSrcset(candidates: Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor === '' ? url : `${url} ${descriptor}`)).join(', ');
}
