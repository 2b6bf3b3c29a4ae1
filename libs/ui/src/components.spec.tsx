import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  Button,
  Callout,
  CheckField,
  ChoiceField,
  StateBadge,
  TextField,
  ErrorSummary,
  EmailField,
  Field,
  LinkButton,
  Message,
  nameSizeOf,
  Pager,
  PasswordField,
  PersonText,
  ProjectCard,
  type ProjectCardProps,
  Rack,
  RequestId,
  SelectField,
  Shell,
  Table,
  Tape,
} from './index';

const HOSTILE = `"><script>alert(1)</script><a href='x'>&`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;a href=&#x27;x&#x27;&gt;&amp;';

const shell = (text: string, scheme: 'dark' | null = null) => (
  <Shell
    lang="en"
    scheme={scheme}
    title={text}
    head={{
      description: text,
      canonicalUrl: text,
      image: { url: text, alt: text },
      feeds: [{ title: text, url: text }],
      structuredData: { name: text },
    }}
    styleSheets={['/styles/a.css']}
    firstFont={text}
    scripts={[]}
    homeUrl={text}
    account={[{ text, href: text }]}
    studio={{ text, href: text }}
    icon="/icon.svg"
    touchIcon="/touch.png"
    words={{ skip: text, menu: text, navigation: text, settings: text, languages: text, about: text }}
    navigation={[{ text, href: text, isCurrent: true }]}
    otherLanguage={{ text, href: text, lang: 'zh-Hans' }}
    footerLinks={[{ text, href: text }]}
    languages={[{ text, href: text, lang: 'zh-Hans', isChosen: true }]}
    schemes={[
      { text, href: text, isChosen: true },
      { text: 'Dark', href: text, isChosen: false },
    ]}
  >
    {text}
  </Shell>
);

const card = (text: string, changes: Partial<ProjectCardProps> = {}) => (
  <Rack>
    <ProjectCard
      name={text}
      tagline={text}
      href={text}
      paint="sky"
      image={{ url: text, width: 640, height: 480, variants: [{ url: text, width: 320, format: 'avif' }] }}
      maker={{ name: text, href: text }}
      program={{ name: text, href: text }}
      logs={{ count: 12, text }}
      shipped={text}
      {...changes}
    />
  </Rack>
);

describe('components', () => {
  it.each<{ name: string; element: ReactElement }>([
    { name: 'a button', element: <Button describedBy={HOSTILE}>{HOSTILE}</Button> },
    { name: 'a link', element: <LinkButton href={HOSTILE}>{HOSTILE}</LinkButton> },
    {
      name: 'a field',
      element: <Field name={HOSTILE} label={HOSTILE} hint={HOSTILE} error={HOSTILE} value={HOSTILE} />,
    },
    { name: 'a field of lines', element: <TextField name={HOSTILE} label={HOSTILE} hint={HOSTILE} value={HOSTILE} /> },
    {
      name: 'a choice',
      element: (
        <ChoiceField
          name={HOSTILE}
          label={HOSTILE}
          error={HOSTILE}
          choices={[{ value: HOSTILE, text: HOSTILE, hint: HOSTILE }]}
        />
      ),
    },
    { name: 'a state', element: <StateBadge state="draft" word={HOSTILE} /> },
    { name: 'a box to check', element: <CheckField name={HOSTILE} label={HOSTILE} hint={HOSTILE} error={HOSTILE} /> },
    {
      name: 'a summary',
      element: <ErrorSummary title={HOSTILE} errors={[{ field: HOSTILE, message: HOSTILE }]} />,
    },
    {
      name: 'a callout',
      element: (
        <Callout kind="note" word={HOSTILE}>
          {HOSTILE}
        </Callout>
      ),
    },
    { name: 'a message', element: <Message title={HOSTILE} lead={HOSTILE} /> },
    { name: 'a request id', element: <RequestId label={HOSTILE} requestId={HOSTILE} /> },
    {
      name: 'a choice',
      element: <SelectField name="sort" label={HOSTILE} options={[{ value: HOSTILE, text: HOSTILE }]} />,
    },
    { name: 'a project', element: card(HOSTILE) },
    { name: 'a project without an image', element: card(HOSTILE, { image: null }) },
    {
      name: 'a pager',
      element: (
        <Pager
          label={HOSTILE}
          range={HOSTILE}
          newer={{ text: HOSTILE, href: HOSTILE }}
          older={{ text: '', href: null }}
        />
      ),
    },
    {
      name: 'a table',
      element: (
        <Table
          label={HOSTILE}
          caption={HOSTILE}
          columns={[
            { name: HOSTILE, cell: () => HOSTILE },
            { name: 'Sum', isNumber: true, cell: () => HOSTILE },
          ]}
          rows={[HOSTILE]}
          keyOf={() => HOSTILE}
        />
      ),
    },
    { name: 'the page', element: shell(HOSTILE) },
  ])('$name escapes its texts, and holds no script and no style of its own', ({ element }) => {
    const html = renderToStaticMarkup(element);
    expect(html).toContain(ESCAPED);
    const [before, structuredData] = html.split('<script type="application/ld+json">', 2);
    const rest = `${before}${structuredData?.slice(structuredData.indexOf('</script>') + 9) ?? ''}`;
    expect(rest).not.toMatch(/<script|<a href='x'|style=|<style| on[a-z]+=/);
  });

  it('structured data cannot end its element', () => {
    const [, data] = /ld\+json">(.*?)<\/script>/.exec(renderToStaticMarkup(shell(HOSTILE))) ?? [];
    expect(JSON.parse(data ?? '')).toEqual({ name: HOSTILE });
  });

  it('a button that is busy or off sends nothing and keeps the focus', () => {
    const ready = renderToStaticMarkup(<Button>Save</Button>);
    expect(ready).toContain('type="submit"');
    expect(ready).not.toContain('disabled');
    for (const state of ['busy', 'off'] as const) {
      const html = renderToStaticMarkup(<Button state={state}>Save</Button>);
      expect(html).toContain('type="button"');
      expect(html).toContain('aria-disabled="true"');
      expect(html).not.toMatch(/ disabled/);
    }
    expect(renderToStaticMarkup(<Button state="busy">Save</Button>)).toContain('Save<span class="ui-dots">…</span><');
  });

  it('a field names its hint and its error, in the order in which they are shown', () => {
    const html = renderToStaticMarkup(<Field name="email" label="Email" hint="Yours" error="Wrong" value="a" />);
    expect(html).toMatch(/aria-describedby="email-hint email-error"/);
    expect(html).toMatch(/aria-invalid="true"/);
    expect(html).toMatch(/id="email-hint".*Yours.*id="email-error".*Wrong/);
    expect(renderToStaticMarkup(<Field name="email" label="Email" />)).not.toMatch(/aria-/);
  });

  it('a date has a year of four digits', () => {
    const html = renderToStaticMarkup(<Field name="birth_date" label="Date of birth" type="date" />);
    expect(html).toContain('max="9999-12-31"');
  });

  it('text of people has its own direction, and its language if it is Chinese', () => {
    expect(renderToStaticMarkup(<PersonText text="Noor" />)).toBe('<bdi class="ui-person">Noor</bdi>');
    expect(renderToStaticMarkup(<PersonText text="River 河" />)).toContain('lang="zh-Hans"');
    expect(renderToStaticMarkup(<PersonText text={HOSTILE} />)).toContain(ESCAPED);
  });

  it.each([
    { width: 1, height: 9_999, ratio: '3-4' },
    { width: 600, height: 800, ratio: '3-4' },
    { width: 1_000, height: 1_000, ratio: '1-1' },
    { width: 640, height: 480, ratio: '4-3' },
    { width: 1_500, height: 1_000, ratio: '3-2' },
    { width: 1_920, height: 1_080, ratio: '16-9' },
    { width: 9_999, height: 1, ratio: '2-1' },
  ])('an image of $width × $height hangs at $ratio and says its size', ({ width, height, ratio }) => {
    const html = renderToStaticMarkup(card('River', { image: { url: '/a.png', width, height, variants: [] } }));
    expect(html).toContain(`class="ui-card ui-ratio-${ratio} ui-paint-sky"`);
    expect(html).toContain(`src="/a.png" width="${width}" height="${height}"`);
  });

  it('an image offers AVIF before WebP, and only the first ones are loaded at once', () => {
    const variants = (['webp', 'avif'] as const).flatMap((format) =>
      [320, 640].map((width) => ({ url: `/a-${width}.${format}`, width, format })),
    );
    const image = { url: '/a.png', width: 800, height: 600, variants };
    const html = renderToStaticMarkup(card('River', { image }));
    expect(html).toMatch(/avif" srcSet="\/a-320.avif 320w, \/a-640.avif 640w".*webp" srcSet="\/a-320.webp 320w/);
    expect(html).toContain('loading="lazy"');
    const first = renderToStaticMarkup(card('River', { image, isFirst: true }));
    expect(first).toMatch(/loading="eager" fetchPriority="high"/i);
    expect(first).not.toContain('rel="preload"');
  });

  it('an image on a rail leaves out copies that are wider than any rail needs', () => {
    const copies = (widths: number[]) =>
      widths.map((width) => ({ url: `/a-${width}`, width, format: 'avif' as const }));
    const hung = (widths: number[]) =>
      renderToStaticMarkup(card('River', { image: { url: '/a', width: 9, height: 9, variants: copies(widths) } }));
    expect(hung([480, 960, 1600])).toContain('srcSet="/a-480 480w, /a-960 960w"');
    expect(hung([1600])).toContain('srcSet="/a-1600 1600w"');
  });

  it('a project without an image shows its name once, as large as it fits', () => {
    for (const [name, size] of [
      ['Quiet doorbell', 'short'],
      ['清湖号无人测水船', 'short'],
      ['清湖号 · 无人测水船', 'medium'],
      ['A barometer for the whole village hall', 'long'],
      ['W'.repeat(80), 'longest'],
    ] as const) {
      expect(nameSizeOf(name)).toBe(size);
      const html = renderToStaticMarkup(card(name, { image: null, tagline: '' }));
      expect(html).toContain(`<h2 class="ui-card-plate ui-card-plate-${size}">`);
      expect(html.match(/<h2/g)).toHaveLength(1);
    }
  });

  it('a maker without a page is not linked', () => {
    const html = renderToStaticMarkup(card('River', { maker: { name: 'Anonymous', href: null } }));
    expect(html).toMatch(/<span class="ui-card-people"><bdi class="ui-person">Anonymous<\/bdi>/);
  });

  it.each([
    { logs: 0, ticks: null, fifths: null },
    { logs: 1, ticks: 'M8 4H10', fifths: null },
    { logs: 4, ticks: 'M8 4H34', fifths: null },
    { logs: 5, ticks: 'M8 4H42', fifths: 'M40 7H42' },
    { logs: 23, ticks: 'M8 4H186', fifths: 'M40 7H162' },
    { logs: 1_000_000, ticks: 'M8 4H2002', fifths: 'M40 7H2002' },
  ])('a tape has a tick for each of $logs logs', ({ logs, ticks, fifths }) => {
    const drawn = [...renderToStaticMarkup(<Tape logs={logs} />).matchAll(/<path d="([^"]*)"/g)].map(
      ([, path]) => path,
    );
    expect(drawn).toEqual([ticks, fifths].filter((path) => path !== null));
  });

  it('an end of a list has no link', () => {
    const html = renderToStaticMarkup(
      <Pager
        label="Pages"
        range="1–20 of 21"
        newer={{ text: 'Newer', href: null }}
        older={{ text: 'Older', href: '/?offset=20' }}
      />,
    );
    expect(html).not.toContain('Newer');
    expect(html).toContain('href="/?offset=20" rel="next">Older</a>');
  });

  it('a choice that is not offered leaves the first one chosen', () => {
    const options = [
      { value: '', text: 'All' },
      { value: 'b', text: 'B' },
    ];
    const chosen = (value: string) =>
      /<option[^>]*selected=""[^>]*>([^<]*)/.exec(
        renderToStaticMarkup(<SelectField name="a" label="A" options={options} value={value} />),
      )?.[1];
    expect([chosen('b'), chosen('c')]).toEqual(['B', 'All']);
  });

  it('a summary takes the focus and leads to each field', () => {
    const html = renderToStaticMarkup(<ErrorSummary title="Correct" errors={[{ field: 'email', message: 'Wrong' }]} />);
    expect(html).toMatch(/role="alert" tabindex="-1" autofocus=""/i);
    expect(html).toContain('<a href="#email">Wrong</a>');
  });

  it('the page follows the system unless a scheme was chosen, and begins with a skip link', () => {
    expect(renderToStaticMarkup(shell('Page'))).not.toContain('data-scheme');
    expect(renderToStaticMarkup(shell('Page', 'dark'))).toContain('data-scheme="dark"');
    expect(renderToStaticMarkup(shell('Page'))).toMatch(/<body[^>]*><a class="ui-skip" href="#main">/);
  });

  it('names each row of a table by its first cell, and each value for the list that it is on a phone', () => {
    const html = renderToStaticMarkup(
      <Table
        label="Suppliers"
        columns={[
          { name: 'Tick', isBox: true, cell: () => 'box' },
          { name: 'Supplier', cell: ({ id }) => id },
          { name: 'Routes', isNumber: true, cell: ({ routes }) => routes },
        ]}
        rows={[{ id: 'east', routes: 2 }]}
        keyOf={({ id }) => id}
        hasIds
        isMarked={({ routes }) => routes === 2}
      />,
    );
    expect(html).toContain(
      '<tr id="east" role="row" class="ui-table-marked"><td role="cell" class="ui-table-tick">box</td>' +
        '<th scope="row" role="rowheader" class="ui-table-name">east</th>' +
        '<td role="cell" class="ui-table-number" data-label="Routes"><div>2</div></td></tr>',
    );
  });
});

describe('the fields of a person who signs in', () => {
  it('are required, and say to the browser what it may fill in', () => {
    const drawn = (field: ReactElement) => renderToStaticMarkup(field);
    expect([drawn(<EmailField label="Email" value="a@b.cd" />), drawn(<PasswordField label="Password" />)]).toEqual([
      drawn(<Field name="email" type="email" label="Email" value="a@b.cd" autoComplete="email" isRequired />),
      drawn(<Field name="password" type="password" label="Password" autoComplete="current-password" isRequired />),
    ]);
  });
});
