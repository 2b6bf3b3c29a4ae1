/** The tags that the sanitizer writes. It escapes `<` and `>` everywhere else, in attributes too. */
const TAG = /<[a-z][^>]*>/g;
const REFERENCE = /\b(id|href|headers|aria-describedby|aria-labelledby)="([^"]*)"/g;
const PREFIX = 'user-content-';
const IMAGE_ELSEWHERE = /^<img(?=\s)[^>]*?\ssrc="(https?:[^"]*)"/;
const LINK = /<a[ >]/;
const IMAGE = /<img\s[^>]*>/;
/** A `picture` to its end, or a single tag. */
const PICTURE_OR_TAG = /<picture[ >][^]*?<\/picture>|<\/?[a-z][^>]*>/g;
const ANY_TAG = /<\/?[a-z][^>]*>/g;
const LINK_REL = 'nofollow ugc noopener noreferrer';
const ALT = /\salt="([^"]*)"/;

/** What the renderer writes into every document, in English. */
const LABEL =
  /(<p class="markdown-alert-title">|\sclass="sr-only">|\saria-label=")((?:Note|Tip|Important|Warning|Caution|Footnotes|Completed task|Incomplete task)(?=[<"])|Back to reference(?= \d))/g;

/** The words of the page's language. */
export interface WrittenWords {
  /** The name of a picture without words. Pictures become links. */
  picture: string;
  /** For each label of the renderer. */
  labels: Readonly<Record<string, string>>;
}

export interface WrittenTextOptions {
  /** Keeps its ids apart from those of other texts on the page. */
  scope?: string;
  words?: WrittenWords;
}

/** The HTML of the sanitizer as a page shows it. */
export function writtenText(html: string, { scope, words }: WrittenTextOptions = {}): string {
  const ownIds = scope === undefined ? html : withOwnIds(html, scope);
  const shown = scrollable(withoutImagesElsewhere(ownIds));
  return words === undefined ? shown : withPictureLinks(withLabels(shown, words.labels), words.picture);
}

const withLabels = (html: string, labels: WrittenWords['labels']): string =>
  html.replaceAll(LABEL, (_, place: string, label: string) => place + escaped(labels[label] ?? label));

/** Code and tables scroll in themselves, and the keyboard must reach them for that. */
function scrollable(html: string): string {
  return html
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
    .replaceAll(/<table(?=[ >])/g, '<div class="ui-md-scroll" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>');
}

/** A page loads nothing from other hosts. Where the service makes no copies of their images, links stand for them. */
function withoutImagesElsewhere(html: string): string {
  let pressedDepth = 0;
  return html.replaceAll(ANY_TAG, (tag) => {
    pressedDepth += pressedBy(tag);
    const url = IMAGE_ELSEWHERE.exec(tag)?.[1];
    if (url === undefined) return tag;
    const host = hostOf(url);
    const words = ALT.exec(tag)?.[1]?.trim();
    const text = words ? `${words} <span class="ui-md-words">(${host})</span>` : host;
    return pressedDepth > 0 ? text : `<a href="${url}" rel="${LINK_REL}">${text}</a>`;
  });
}

function hostOf(url: string): string {
  const written = url
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return escaped(URL.canParse(written) ? new URL(written).host : written);
}

/** What a picture stands in if it must not become a link: a link, or what opens at a click. */
const PRESSED = new Set(['a', 'summary']);
const NAME = /^<\/?([a-z][a-z0-9]*)/;
const OWN_SOURCE = /\ssrc="(\/[^"]*)"/;

/** Wraps each picture of ours in a link to its file. A `picture` is wrapped whole, because nothing else may stand in it. */
function withPictureLinks(html: string, name: string): string {
  if (!html.includes('<img')) return html;
  let pressedDepth = 0;
  return html.replaceAll(PICTURE_OR_TAG, (part) => {
    const tag = NAME.exec(part)?.[1] ?? '';
    if (tag === 'img' || tag === 'picture') return pressedDepth === 0 ? linkTo(part, name) : part;
    pressedDepth += pressedBy(part);
    return part;
  });
}

/** By how much a tag goes into or out of what is pressed. */
function pressedBy(tag: string): number {
  if (!PRESSED.has(NAME.exec(tag)?.[1] ?? '')) return 0;
  return tag.startsWith('</') ? -1 : 1;
}

function linkTo(picture: string, name: string): string {
  const [image = ''] = IMAGE.exec(picture) ?? [];
  const url = OWN_SOURCE.exec(image)?.[1];
  // One link may not stand in another.
  if (url === undefined || LINK.test(picture)) return picture;
  const label = ALT.exec(image)?.[1]?.trim() ? '' : ` aria-label="${escaped(name)}"`;
  return `<a class="ui-md-picture" href="${url}" data-large=""${label}>${picture}</a>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function withOwnIds(html: string, scope: string): string {
  if (!html.includes(PREFIX)) return html;
  return html.replaceAll(TAG, (tag) =>
    tag.replaceAll(REFERENCE, (attribute: string, name: string, value: string) =>
      name === 'href' && !value.startsWith('#')
        ? attribute
        : `${name}="${value.replaceAll(PREFIX, `${PREFIX}${scope}-`)}"`,
    ),
  );
}
