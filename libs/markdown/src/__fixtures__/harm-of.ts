import {
  defaultTreeAdapter as adapter,
  type DefaultTreeAdapterTypes as Dom,
  html as vocabulary,
  parse,
  parseFragment,
  serialize,
} from 'parse5';

/** Lists what could be harmful in a browser. Written independently of the sanitizer's list on purpose. */

const words = (text: string) => new Set(text.split(' '));

const ELEMENTS = words(
  'a abbr b blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p ' +
    'picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt ul var wbr',
);
const ATTRIBUTES = words(
  'abbr align alt axis border cellpadding cellspacing char charoff clear color cols colspan compact datetime dir frame headers height hreflang hspace id ' +
    'lang noshade nowrap open rowspan rows rules scope size span start summary title valign vspace width',
);
const ATTRIBUTES_OF: Readonly<Record<string, Set<string>>> = {
  a: words('href rel class data-footnote-ref data-footnote-backref aria-describedby aria-label aria-labelledby'),
  blockquote: words('cite'),
  code: words('class'),
  del: words('cite'),
  div: words('class'),
  dl: words('aria-describedby aria-label aria-labelledby'),
  h2: words('class'),
  img: words('src loading decoding referrerpolicy aria-describedby aria-label aria-labelledby'),
  input: words('type checked disabled aria-label'),
  ins: words('cite'),
  li: words('class'),
  ol: words('class aria-describedby aria-label aria-labelledby'),
  p: words('class'),
  q: words('cite'),
  section: words('class data-footnotes'),
  source: words('srcset media type'),
  span: words('class'),
  summary: words('aria-describedby aria-label aria-labelledby'),
  table: words('aria-describedby aria-label aria-labelledby'),
  ul: words('class aria-describedby aria-label aria-labelledby'),
};
const CLASSES: Readonly<Record<string, RegExp>> = {
  a: /^data-footnote-backref$/,
  code: /^language-[\w+#.-]+$/,
  div: /^markdown-alert(?:-(?:note|tip|important|warning|caution))?$/,
  h2: /^sr-only$/,
  li: /^task-list-item$/,
  ol: /^contains-task-list$/,
  p: /^markdown-alert-title$/,
  section: /^footnotes$/,
  span: /^(?:hljs-[a-z_-]+|(?:class|constant|dispatch|escape|function|language|prompt)_|(?:inherited|invoke)__)$/,
  ul: /^contains-task-list$/,
};
const PAGE = 'https://page.example/projects/x';
const OWN_IMAGE =
  /^\/api\/v1\/(?:assets\/[0-9a-f-]{36}\.(?:png|jpg|webp|gif)|foreign-images\/[0-9a-f-]{36})(?:#gh-(?:dark|light)-mode-only)?$/;

export function harmOf(html: string): string[] {
  return [...harmToPage(html), ...harmWithin(html), ...instability(html)];
}

function harmToPage(html: string): string[] {
  const shape = (content: string) => {
    const end = '<i id="end"></i></div><p id="after"></p></main></body></html>';
    const document = parse(`<!DOCTYPE html><html><head></head><body><main><div id="readme">${content}${end}`);
    const readme = find(document, 'readme');
    if (readme) readme.childNodes = readme.childNodes.slice(-1);
    return serialize(document);
  };
  return shape(html) === shape('') ? [] : [`reaches out of its place: ${shape(html)}`];
}

function harmWithin(html: string): string[] {
  const readme = find(parse(`<!DOCTYPE html><body><div id="readme">${html}</div>`), 'readme');
  if (!readme) return ['is gone'];
  const nodes = [readme, ...elementsIn(readme)].flatMap(({ childNodes }) => childNodes);
  const strange = nodes.filter((node) => !adapter.isTextNode(node) && !adapter.isElementNode(node));
  return [...strange.map(({ nodeName }) => `node ${nodeName}`), ...elementsIn(readme).flatMap(harmOfElement)];
}

function instability(html: string): string[] {
  const context = adapter.createElement('div', vocabulary.NS.HTML, []);
  const read = (text: string) => {
    const fragment = parseFragment(context, text, {});
    for (const element of elementsIn(fragment)) {
      const [first] = element.childNodes;
      if (element.tagName === 'pre' && first && adapter.isTextNode(first) && first.value.startsWith('\n'))
        first.value = `\n${first.value}`;
    }
    return serialize(fragment);
  };
  return read(read(html)) === read(html) ? [] : [`reads differently the second time: ${read(html)}`];
}

function harmOfElement(element: Dom.Element): string[] {
  const { tagName, namespaceURI, attrs } = element;
  const values = new Map(attrs.map(({ name, value }) => [name, value]));
  const harm = attrs.flatMap(({ name, value, prefix }) =>
    prefix ? [`${tagName} ${prefix}:${name}`] : harmOfAttribute(tagName, name, value),
  );
  if (namespaceURI !== vocabulary.NS.HTML || !ELEMENTS.has(tagName)) harm.push(`element ${tagName} of ${namespaceURI}`);
  if (tagName === 'a' && values.has('href') && values.get('rel') !== 'nofollow ugc noopener noreferrer')
    harm.push(`a rel=${values.get('rel')}`);
  if (tagName === 'img' && values.get('loading') !== 'lazy') harm.push('img not lazy');
  if (tagName === 'img' && values.get('referrerpolicy') !== 'no-referrer') harm.push('img tells who refers');
  if (tagName === 'input' && (values.get('type') !== 'checkbox' || !values.has('disabled')))
    harm.push('input that takes input');
  return harm;
}

function harmOfAttribute(tagName: string, name: string, value: string): string[] {
  const isWrong = () => {
    if (!ATTRIBUTES.has(name) && !ATTRIBUTES_OF[tagName]?.has(name)) return true;
    const tokens = value.split(/\s+/).filter((token) => token !== '');
    if (name === 'class') return !tokens.every((token) => CLASSES[tagName]?.test(token));
    if (name === 'id') return !/^user-content-/.test(value);
    if (name === 'aria-describedby' || name === 'aria-labelledby' || name === 'headers')
      return !tokens.every((token) => token.startsWith('user-content-'));
    if (name === 'href' && value.startsWith('#')) return value !== '#' && !value.startsWith('#user-content-');
    if (name === 'href' || name === 'cite') return !isGoodLink(value);
    if (name === 'src') return !isGoodImage(value);
    if (name === 'srcset') return !value.split(', ').every(isGoodCandidate);
    if (tagName === 'img' && (name === 'width' || name === 'height')) return !/^\d{1,4}%?$/.test(value);
    return false;
  };
  return isWrong() ? [`${tagName} ${name}=${JSON.stringify(value)}`] : [];
}

function isGoodLink(value: string): boolean {
  if (!URL.canParse(value, PAGE)) return true;
  const { protocol, host } = new URL(value, PAGE);
  const isAbsolute = /^(?:https?|mailto):/i.test(value);
  return ['http:', 'https:', 'mailto:'].includes(protocol) && (isAbsolute || host === 'page.example');
}

const isGoodCandidate = (candidate: string) =>
  /^\S+(?: \d+(?:\.\d+)?[wx])?$/.test(candidate) && OWN_IMAGE.test(candidate.replace(/ .*/, ''));

function isGoodImage(value: string): boolean {
  return (
    OWN_IMAGE.test(value) || (/^https:\/\//i.test(value) && URL.canParse(value) && new URL(value).protocol === 'https:')
  );
}

const find = (root: Dom.ParentNode, id: string) =>
  elementsIn(root).find(({ attrs }) => attrs.some(({ name, value }) => name === 'id' && value === id));

function elementsIn(root: Dom.ParentNode): Dom.Element[] {
  const elements: Dom.Element[] = [];
  const nodes: Dom.Node[] = [...root.childNodes];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (!adapter.isElementNode(node)) continue;
    elements.push(node);
    for (const child of node.childNodes) nodes.push(child);
  }
  return elements;
}
