import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  Button,
  Callout,
  CheckField,
  ErrorSummary,
  Field,
  LinkButton,
  Message,
  PersonText,
  RequestId,
  Shell,
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
    words={{ skip: text, navigation: text, settings: text, about: text }}
    navigation={[{ text, href: text, isCurrent: true }]}
    otherLanguage={{ text, href: text, lang: 'zh-Hans' }}
    footerLinks={[{ text, href: text }]}
    schemes={[
      { text, href: text, isChosen: true },
      { text: 'Dark', href: text, isChosen: false },
    ]}
  >
    {text}
  </Shell>
);

describe('components', () => {
  it.each<{ name: string; element: ReactElement }>([
    { name: 'a button', element: <Button describedBy={HOSTILE}>{HOSTILE}</Button> },
    { name: 'a link', element: <LinkButton href={HOSTILE}>{HOSTILE}</LinkButton> },
    {
      name: 'a field',
      element: <Field name={HOSTILE} label={HOSTILE} hint={HOSTILE} error={HOSTILE} value={HOSTILE} />,
    },
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
    expect(renderToStaticMarkup(<Button state="busy">Save</Button>)).toContain('>Save…<');
  });

  it('a field names its hint and its error, in the order in which they are shown', () => {
    const html = renderToStaticMarkup(<Field name="email" label="Email" hint="Yours" error="Wrong" value="a" />);
    expect(html).toMatch(/aria-describedby="email-hint email-error"/);
    expect(html).toMatch(/aria-invalid="true"/);
    expect(html).toMatch(/id="email-hint".*Yours.*id="email-error".*Wrong/);
    expect(renderToStaticMarkup(<Field name="email" label="Email" />)).not.toMatch(/aria-/);
  });

  it('text of people has its own direction, and its language if it is Chinese', () => {
    expect(renderToStaticMarkup(<PersonText text="Noor" />)).toBe('<bdi class="ui-person">Noor</bdi>');
    expect(renderToStaticMarkup(<PersonText text="River 河" />)).toContain('lang="zh-Hans"');
    expect(renderToStaticMarkup(<PersonText text={HOSTILE} />)).toContain(ESCAPED);
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
});
