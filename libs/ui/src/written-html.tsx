/** The tags that the sanitizer writes. It escapes `<` and `>` everywhere else, in attributes too. */
const TAG = /<[a-z][^>]*>/g;
const REFERENCE = /\b(id|href|headers|aria-describedby|aria-labelledby)="([^"]*)"/g;
const PREFIX = 'user-content-';
const IMAGE_ELSEWHERE = /<img\s[^>]*?\bsrc="https?:[^>]*>/g;
const ALT = /\salt="([^"]*)"/;

/** A browser needs seconds to lay out a document of 1 MiB. It lays out the parts of a long one as they come into view. */
const LONG_CHARACTERS = 200_000;

export interface WrittenHtmlProps {
  /** As the sanitizer wrote it. */
  html: string;
  /** Keeps the ids of this text apart from those of other texts on the page. */
  scope?: string;
  isLog?: boolean;
}

/** What a person wrote in Markdown. Nothing in it can paint outside of this element or wear a class of ours. */
export function WrittenHtml({ html, scope, isLog = false }: WrittenHtmlProps) {
  const text = scrollable(withoutImagesElsewhere(scope === undefined ? html : withOwnIds(html, scope)));
  const kind = isLog ? ' ui-md-log' : html.length > LONG_CHARACTERS ? ' ui-md-long' : '';
  return <div className={`ui-md${kind}`} dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Code and tables scroll in themselves, and the keyboard must reach them for that. */
function scrollable(html: string): string {
  return html
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
    .replaceAll(/<table(?=[ >])/g, '<div class="ui-md-scroll" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>');
}

/** A page loads nothing from other hosts. Where the service makes no copies of their images, the words stand for them. */
const withoutImagesElsewhere = (html: string): string =>
  html.replaceAll(IMAGE_ELSEWHERE, (tag) => `<span class="ui-md-words">${ALT.exec(tag)?.[1] ?? ''}</span>`);

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
