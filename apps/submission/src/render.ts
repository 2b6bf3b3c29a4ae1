import { DocumentTooDeep, MarkdownDocument } from './markdown/markdown-document';
import { imageKey, type RenderAnswer, type RenderedDocument, type RenderRequest, type ShownImages } from './markdown/markdown-renderer';
import { plainText } from './markdown/plain-text';
import { visibleText } from './markdown/visible-text';

/** The process that a MarkdownRenderer starts: one document at a time, until its owner is gone. */
function answer(request: RenderRequest): RenderAnswer {
  try {
    if (request.kind === 'see') return { kind: 'see', ...visibleText(request.markdown) };
    const document = new MarkdownDocument(request.markdown);
    if (request.kind === 'render') return { kind: 'render', ...render(document, request.shown) };
    const { images } = document;
    return { kind: 'read', images, rendered: images.every(({ target }) => imageKey(target) === null) ? render(document, new Map()) : null };
  } catch (error) {
    if (error instanceof DocumentTooDeep) return { kind: 'tooDeep', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function render(document: MarkdownDocument, shown: ShownImages): RenderedDocument {
  const html = document.render((target) => shown.get(imageKey(target) ?? '') ?? null);
  return { html, text: plainText(html) };
}

const send = (message: RenderAnswer) => process.send?.(message);

process.on('message', (request: RenderRequest) => send(answer(request)));
process.on('disconnect', () => process.exit());
// These are for the owner, who still waits for what is being rendered.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
send({ kind: 'ready' });
