/** The tags that the sanitizer writes. It escapes `<` and `>` everywhere else, in attributes too. */
const TAG = /<[a-z][^>]*>/g;
const REFERENCE = /\b(id|href|headers|aria-describedby|aria-labelledby)="([^"]*)"/g;
const PREFIX = 'user-content-';
const IMAGE_ELSEWHERE = /<img\s[^>]*?\bsrc="https?:[^>]*>/g;
const ALT = /\salt="([^"]*)"/;

/** The HTML of the sanitizer as a page shows it. `scope` keeps its ids apart from those of other texts on the page. */
export const writtenText = (html: string, scope?: string): string =>
  scrollable(withoutImagesElsewhere(scope === undefined ? html : withOwnIds(html, scope)));

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
