export interface Candidate {
  url: string;
  descriptor: string;
}

export function parseSrcset(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  let rest = srcset;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return candidates;
    const written = /^\S+/.exec(rest)?.[0] ?? '';
    rest = rest.slice(written.length);
    const url = written.replace(/(?<!,),+$/, '');
    const descriptor = url === written ? (/^[^,]*/.exec(rest)?.[0] ?? '') : '';
    rest = rest.slice(descriptor.length);
    candidates.push({ url, descriptor: /^\s*\d+(?:\.\d+)?[wx]\s*$/.test(descriptor) ? descriptor.trim() : '' });
  }
}

export function formatSrcset(candidates: Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor === '' ? url : `${url} ${descriptor}`)).join(', ');
}
