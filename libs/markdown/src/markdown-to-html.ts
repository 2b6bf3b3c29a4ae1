import { Marked, TextRenderer, type Token, type Tokens } from 'marked';
import { alertHtml, takeAlerts } from './alerts';
import { escapeHtml } from './escape-html';
import { Footnotes } from './footnotes';
import { Highlighter } from './highlight';

/** Converts GitHub-flavored Markdown to HTML. The result contains users' own HTML as written and is not safe yet. */
export function markdownToHtml(markdown: string): string {
  const footnotes = new Footnotes();
  const highlighter = new Highlighter();
  const altRenderer = new AltRenderer();
  let alerts: ReturnType<typeof takeAlerts> = new Map();
  const marked = new Marked({
    gfm: true,
    breaks: false,
    extensions: markdown.includes('[^') ? footnotes.extensions : [],
    renderer: {
      blockquote(token) {
        const kind = alerts.get(token);
        return kind ? alertHtml(kind, this.parser.parse(token.tokens)) : false;
      },
      code: ({ text, lang }) => codeHtml(text, lang, highlighter),
      // The library would encode the URL, but the lookup of images needs it as written.
      image({ href, title, text, tokens }: Tokens.Image) {
        altRenderer.parser = this.parser;
        const alt = tokens ? this.parser.parseInline(tokens, altRenderer) : escapeAmpersands(text);
        const titled = title ? ` title="${escapeQuotes(escapeAmpersands(title))}"` : '';
        return `<img src="${escapeQuotes(escapeAmpersands(href))}" alt="${escapeQuotes(alt)}"${titled}>`;
      },
    },
  });
  const blocks = marked.lexer(markdown);
  alerts = takeAlerts(blocks);
  const render = (tokens: Token[]) => marked.parser(tokens);
  return render(blocks) + footnotes.section(render);
}

function codeHtml(text: string, info: string | undefined, highlighter: Highlighter): string {
  const language = /^\S+/.exec(info ?? '')?.[0] ?? '';
  const code = `${text.replace(/\n$/, '')}\n`;
  const attribute = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${attribute}>${highlighter.html(code, language.toLowerCase())}</code></pre>\n`;
}

/** Without an entity of the author. The parser of HTML would also read one that lacks its `;`, as in `?a=1&copy`. */
const escapeAmpersands = (text: string) => text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)/gi, '&amp;');

/** The library's own gives what is escaped as if it were not. */
class AltRenderer extends TextRenderer {
  override text({ type, text }: Tokens.Text | Tokens.Escape | Tokens.Tag): string {
    return type === 'escape' ? escapeHtml(text) : escapeAmpersands(text);
  }

  override codespan({ text }: Tokens.Codespan): string {
    return escapeHtml(text);
  }
}

const escapeQuotes = (text: string) => text.replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
