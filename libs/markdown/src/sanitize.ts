import sanitizeHtml from 'sanitize-html';
import { ALERT_CLASSES, ALERT_TITLE_CLASS } from './alerts';
import { ASSET_PATH } from './asset-path';
import { prefixId } from './heading-ids';
import { CODE_CLASSES } from './highlight';
import { formatSrcset, parseSrcset } from './srcset';

/** The only gate between users' HTML and browsers, and the last step. Follows GitHub's list. */

const TAGS = (
  'a abbr b blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p ' +
  'picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt ul var wbr'
).split(' ');

export const NON_TEXT_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'noscript',
  'listing',
  'plaintext',
  'noembed',
  'noframes',
  'iframe',
  'title',
  'template',
];

const EVERYWHERE = (
  'abbr align alt axis border cellpadding cellspacing char charoff clear color cols colspan compact datetime dir frame headers height hreflang hspace id ' +
  'lang noshade nowrap open rowspan rows rules scope size span start summary title valign vspace width'
).split(' ');

const ARIA = ['aria-describedby', 'aria-label', 'aria-labelledby'];
const LINK_REL = 'nofollow ugc noopener noreferrer';
const SIZE = /^\d{1,4}%?$/;

type Attributes = sanitizeHtml.Attributes;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': EVERYWHERE,
    a: ['href', 'rel', 'data-footnote-ref', 'data-footnote-backref', ...ARIA],
    blockquote: ['cite'],
    del: ['cite'],
    dl: ARIA,
    img: ['src', 'loading', 'decoding', 'referrerpolicy', ...ARIA],
    input: ['type', 'checked', 'disabled', 'aria-label'],
    ins: ['cite'],
    ol: ARIA,
    q: ['cite'],
    section: ['data-footnotes'],
    // Without `media`, the first source of a picture would always win.
    source: ['srcset', 'media', 'type'],
    summary: ARIA,
    table: ARIA,
    ul: ARIA,
  },
  allowedClasses: {
    a: ['data-footnote-backref'],
    code: [/^language-[\w+#.-]{1,40}$/],
    div: ALERT_CLASSES,
    h2: ['sr-only'],
    li: ['task-list-item'],
    ol: ['contains-task-list'],
    p: [ALERT_TITLE_CLASS],
    section: ['footnotes'],
    span: CODE_CLASSES,
    ul: ['contains-task-list'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'], source: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  selfClosing: ['br', 'hr', 'img', 'input', 'source', 'wbr'],
  nestingLimit: 50,
  nonTextTags: NON_TEXT_TAGS,
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withPrefixedIds(attribs) }),
    a: (tagName, attribs) => ({ tagName, attribs: asLink(attribs) }),
    img: (tagName, attribs) => ({ tagName, attribs: asImage(attribs) }),
    input: (tagName, { checked }) => ({ tagName, attribs: asTaskBox(checked !== undefined) }),
    source: (tagName, attribs) => ({ tagName, attribs: asSource(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' && !attribs.src) || (tag === 'source' && !attribs.srcset),
};

export function sanitize(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

function asTaskBox(isDone: boolean): Attributes {
  const box = { type: 'checkbox', disabled: '' };
  return isDone ? { ...box, checked: '', 'aria-label': 'Completed task' } : { ...box, 'aria-label': 'Incomplete task' };
}

function withPrefixedIds(attribs: Attributes): Attributes {
  const { id } = attribs;
  if (id) attribs.id = prefixId(id);
  for (const name of ['aria-describedby', 'aria-labelledby', 'headers']) {
    const ids = attribs[name];
    if (ids) attribs[name] = ids.trim().split(/\s+/).map(prefixId).join(' ');
  }
  return attribs;
}

function asLink({ rel: _, ...attribs }: Attributes): Attributes {
  const { href, name } = attribs;
  if (name && !attribs.id) attribs.id = name;
  if (href === undefined) return attribs;
  if (href.startsWith('#') && href.length > 1) attribs.href = `#${prefixId(href.slice(1))}`;
  return { ...attribs, rel: LINK_REL };
}

function asImage(attribs: Attributes): Attributes {
  const { src = '', width, height } = attribs;
  const kept: Attributes = { ...attribs, loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' };
  if (!isShown(src)) delete kept.src;
  if (width !== undefined && !SIZE.test(width)) delete kept.width;
  if (height !== undefined && !SIZE.test(height)) delete kept.height;
  return kept;
}

/** Browsers pick a source by the visitor's device, so another host could learn about the device. */
function asSource(attribs: Attributes): Attributes {
  const srcset = formatSrcset(parseSrcset(attribs.srcset ?? '').filter(({ url }) => ASSET_PATH.test(url)));
  const { srcset: _, ...rest } = attribs;
  return srcset === '' ? rest : { ...rest, srcset };
}

const isShown = (url: string) => ASSET_PATH.test(url) || (/^https:\/\//i.test(url) && URL.canParse(url));
