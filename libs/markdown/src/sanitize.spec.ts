import { DomUtils, parseDocument } from 'htmlparser2';
import { MarkdownDocument } from './markdown-document';
import { sanitize } from './sanitize';

const ALLOWED_SCHEMES = /^(?:https?:|mailto:|[^:]*$|[/#?])/i;
const GOOD_TAGS = new Set(
  (
    'a abbr b blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q ' +
    'rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt ul var wbr'
  ).split(' '),
);

function expectHarmless(html: string): void {
  for (const { name, attribs } of DomUtils.findAll(() => true, parseDocument(html).children)) {
    expect(GOOD_TAGS).toContain(name);
    for (const [attribute, value] of Object.entries(attribs)) {
      expect(attribute).not.toMatch(
        /^on|^style$|^srcdoc$|^formaction$|^xlink|^xmlns|^target$|^name$|^action$|^background$|^poster$/i,
      );
      if (['href', 'src', 'cite'].includes(attribute))
        expect(value.replace(/[\s\0-\x20]/g, '')).toMatch(ALLOWED_SCHEMES);
      if (attribute === 'src') expect(value).toMatch(/^(?:https:\/\/|\/api\/v1\/assets\/)/i);
      if (attribute === 'id') expect(value).toMatch(/^user-content-/);
    }
    if (name === 'a' && attribs.href !== undefined) expect(attribs.rel).toBe('nofollow ugc noopener noreferrer');
    if (name === 'input') expect(attribs).toMatchObject({ type: 'checkbox', disabled: '' });
  }
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://a.example/x.png" onerror="alert(1)" onload=alert(1)>',
  '<img/src="https://a.example/x.png"/onerror=alert(1)>',
  '<img src="https://a.example/x.png" style="position:fixed;inset:0">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="//evil.example/x.png">',
  '<img src="\\\\evil.example/x.png">',
  '<img src="/api/v1/accounts/me">',
  '<img srcset="//evil.example/x.png 2x" src="https://a.example/x.png">',
  '<picture><source srcset="javascript:alert(1)"><img src="https://a.example/x.png"></picture>',
  '<picture><source srcset="//evil.example/x.png, data:image/png;base64,AA 2x"></picture>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<xmp></xmp><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<noframes><img src=x onerror=alert(1)></noframes>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe><img src=x onerror=alert(1)></iframe>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<template><img src=x onerror=alert(1)></template>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<style>@import "//evil.example";</style>',
  '<style><img src="</style><img src=x onerror=alert(1)>">',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example">',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="//evil.example"><input name=password type=password><button formaction="javascript:alert(1)">x</button></form>',
  '<input type=image src=x onerror=alert(1)>',
  '<input type=text value=x autofocus onfocus=alert(1)>',
  '<select><option><img src=x onerror=alert(1)></option></select>',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><set attributeName=href to="javascript:alert(1)"></svg>',
  '<svg><foreignObject><iframe srcdoc="x"></iframe></foreignObject></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#0000106;avascript:alert(1)">x</a>',
  '<a href="&#x6A&#x61vascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="\x01javascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="https://a.example" target=_blank rel=opener onclick=alert(1)>x</a>',
  '<a href="https://a.example" ping="//evil.example">x</a>',
  '<a name=body id=location href="#x">x</a>',
  '<p id=__proto__ name=constructor>x</p>',
  '<div id="x" itemscope itemtype="//evil.example">x</div>',
  '<div class="modal fixed inset-0" data-action="x">x</div>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<table background="javascript:alert(1)"><tr><td>x</table>',
  '<video poster="javascript:alert(1)" src=x onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<p title="\'><img src=x onerror=alert(1)>">x</p>',
  '<p title=`><img src=x onerror=alert(1)>`>x</p>',
  '<p/onclick=alert(1)/title="x">x</p>',
  '<p "onclick=alert(1)">x</p>',
  '<a href="https://a.example/"onclick="alert(1)">x</a>',
  '</div></td></tr></table></article><h1>outside</h1>',
  '<td>stray</td><li>stray</li><tr><td>x',
  '<blockquote cite="javascript:alert(1)">x</blockquote>',
  '<q cite="data:text/html,x">x</q>',
  '[x](javascript:alert(1))',
  "[x](javascript:alert('xss'&#41;)",
  '[x](<java&#x0A;script:alert(1)>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](https://a.example/x.png)',
  '![x](https://a.example/x.png" onerror="alert(1))',
  '![x](https://a.example/x.png "t\\" onerror=\\"alert(1)")',
  '![<img src=x onerror=alert(1)>](https://a.example/x.png)',
  '[x][r]\n\n[r]: javascript:alert(1) "x"',
  '<javascript:alert(1)>',
  '<https://a.example/"onmouseover="alert(1)>',
  '# x<img src=x onerror=alert(1)>',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '```js onload=alert(1)\nx\n```',
  '| <img src=x onerror=alert(1)> |\n|-|\n| <script>alert(1)</script> |',
  '- [x](javascript:alert(1)) <svg/onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u202e<img src=x onerror=alert(1)>',
  `${'<div>'.repeat(60)}<img src=x onerror=alert(1)>`,
];

describe('hostile documents', () => {
  it.each(HOSTILE)('are harmless after sanitizing: %j', (source) => {
    expectHarmless(new MarkdownDocument(source).render(() => null));
    expectHarmless(sanitize(source));
  });

  it('lose text that is not part of the document', () => {
    for (const tag of [
      'script',
      'style',
      'xmp',
      'noscript',
      'iframe',
      'title',
      'template',
      'noembed',
      'noframes',
      'textarea',
      'listing',
      'plaintext',
      'option',
    ]) {
      expect(sanitize(`a<${tag}>secret</${tag}>b`)).toBe('ab');
    }
  });
});

describe('sources of pictures', () => {
  it.each([
    'media="(max-width: 600px)" srcset="https://x.example/a.png"',
    'sizes="50vw" srcset="https://x.example/a.png 320w"',
    'srcset="https://x.example/a.png"',
  ])('are dropped for other hosts: %s', (attributes) =>
    expect(sanitize(`<picture><source ${attributes}></picture>`)).toBe('<picture></picture>'),
  );
});

describe('elements that readers need', () => {
  it.each([
    ['<details open><summary>More</summary>x</details>', '<details open><summary>More</summary>x</details>'],
    ['<kbd>Ctrl</kbd><sub>2</sub><sup>2</sup><mark>x</mark>', '<kbd>Ctrl</kbd><sub>2</sub><sup>2</sup><mark>x</mark>'],
    ['<p align="center">x</p>', '<p align="center">x</p>'],
    ['<code class="language-c++ x">a</code>', '<code class="language-c++">a</code>'],
    [
      '<a name="top">x</a><a href="#top">y</a>',
      '<a id="user-content-top">x</a><a href="#user-content-top" rel="nofollow ugc noopener noreferrer">y</a>',
    ],
    ['<a href="docs/a.md">x</a>', '<a href="docs/a.md" rel="nofollow ugc noopener noreferrer">x</a>'],
    ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example" rel="nofollow ugc noopener noreferrer">x</a>'],
    ['<p id="user-content-x" aria-labelledby="a b">x</p>', '<p id="user-content-x">x</p>'],
    [
      '<table aria-labelledby="a user-content-b"></table>',
      '<table aria-labelledby="user-content-a user-content-b"></table>',
    ],
    [
      '<img src="https://a.example/x.png" width="50%" height="x">',
      '<img src="https://a.example/x.png" width="50%" loading="lazy" decoding="async" referrerpolicy="no-referrer" />',
    ],
    [
      '<img src="/api/v1/assets/0190b6a0-0000-7000-8000-000000000002.png" referrerpolicy="unsafe-url">',
      '<img src="/api/v1/assets/0190b6a0-0000-7000-8000-000000000002.png" referrerpolicy="no-referrer" loading="lazy" decoding="async" />',
    ],
  ])('stay: %s', (source, html) => expect(sanitize(source)).toBe(html));
});
