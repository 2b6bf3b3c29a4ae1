import { isLanguage, type Language } from './language';

interface Wanted {
  name: string;
  quality: number;
}

/** The items of an Accept header, most wanted first. Items with equal quality keep their order. */
function parseAccept(header: string | undefined): Wanted[] {
  const items = (header ?? '').split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
    return { name, quality: quality >= 0 && quality <= 1 ? quality : 0 };
  });
  return items.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
}

/** Any Chinese is served in Simplified Chinese. Null if no language of ours is wanted. */
export function languageFromHeader(header: string | undefined): Language | null {
  for (const { name } of parseAccept(header)) {
    const primary = name.split('-', 1)[0];
    if (primary === 'zh') return 'zh-CN';
    if (isLanguage(primary)) return primary;
  }
  return null;
}

/** Whether a browser asks. A client that accepts everything, as most programs do, reads JSON. */
export function prefersHtml(header: string | undefined): boolean {
  const first = parseAccept(header).find(({ name }) => ['text/html', 'application/json', '*/*'].includes(name));
  return first?.name === 'text/html';
}
