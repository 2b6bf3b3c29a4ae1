import hljs from 'highlight.js/lib/common';
import { CODE_CLASSES, Highlighter } from './highlight';

const LINE = 'const a = "<b>";\n';

describe('Highlighter', () => {
  it('highlights known languages, by their aliases too', () => {
    for (const language of ['js', 'py', 'c++', 'ino', 'dockerfile', 'vhdl', 'yml']) {
      expect(new Highlighter().html('"a" 1', language)).toContain('<span class="hljs-');
    }
  });

  it.each(['', 'unknown', '__proto__', 'constructor'])('does not highlight code in %j', (language) => {
    expect(new Highlighter().html(LINE, language)).toBe('const a = &quot;&lt;b&gt;&quot;;\n');
  });

  it("skips long blocks, and short ones after the document's limit", () => {
    const highlighter = new Highlighter();
    const fitting = ' '.repeat(50_000 - LINE.length) + LINE;
    expect(highlighter.html(` ${fitting}`, 'js')).not.toContain('<span');
    for (let block = 0; block < 8; block++) expect(highlighter.html(fitting, 'js')).toContain('<span');
    expect(highlighter.html(LINE, 'js')).not.toContain('<span');
  });

  it('uses only listed classes', () => {
    const source =
      'class A extends B { /** @x */ get a() { return this.b(`${1}`, /c/g, null, true); } }\n#d{e:f!important}\n<g h="i">&amp;</g>\n@j def k(l: int) -> m: "n\\n"\n# o\n- p: q\n$r -s --t';
    const classes = hljs.listLanguages().flatMap((language) => {
      const html = new Highlighter().html(source, language);
      return [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    });
    const unknown = new Set(classes.filter((name) => !CODE_CLASSES.includes(name) && !name.startsWith('language-')));
    expect([...unknown]).toEqual([]);
    expect(new Set(classes).size).toBeGreaterThan(20);
  });
});
