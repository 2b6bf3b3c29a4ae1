/** One candidate of a `srcset`: a URL and its descriptor (`2x`, `640w`). */
export interface Candidate {
  url: string;
  descriptor: string;
}

/** Splits a `srcset` as browsers do: a URL ends at white space or at a trailing comma. */
export function parseSrcset(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  let rest = srcset;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return candidates;
    const written = /^\S+/.exec(rest)?.[0] ?? '';
    rest = rest.slice(written.length);
    const url = written.replace(/(?<!,),+$/, '');
    // A comma at the end of the URL ends the candidate. Otherwise the descriptors run up to the next comma.
    const descriptor = url === written ? (/^[^,]*/.exec(rest)?.[0] ?? '') : '';
    rest = rest.slice(descriptor.length);
    candidates.push({ url, descriptor: /^\s*\d+(?:\.\d+)?[wx]\s*$/.test(descriptor) ? descriptor.trim() : '' });
  }
}

export function formatSrcset(candidates: Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor === '' ? url : `${url} ${descriptor}`)).join(', ');
}
