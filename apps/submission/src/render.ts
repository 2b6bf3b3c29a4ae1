import { DocumentTooDeep, MarkdownDocument } from './markdown/markdown-document';
import { imageKey, type RenderAnswer, type RenderRequest } from './markdown/markdown-renderer';

/** The process that a MarkdownRenderer starts: one document at a time, until its owner is gone. */
function answer(request: RenderRequest): RenderAnswer {
  try {
    const document = new MarkdownDocument(request.markdown);
    if (request.kind === 'images') return { kind: 'images', images: document.images };
    return { kind: 'html', html: document.render((target) => request.shown.get(imageKey(target) ?? '') ?? null) };
  } catch (error) {
    if (error instanceof DocumentTooDeep) return { kind: 'tooDeep', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const send = (message: RenderAnswer) => process.send?.(message);

process.on('message', (request: RenderRequest) => send(answer(request)));
process.on('disconnect', () => process.exit());
// These are for the owner, who still waits for what is being rendered.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
send({ kind: 'ready' });
