/*
 * The process that reads what participants wrote: it renders READMEs and logs, finds their visible text and flags, checks
 * project folders, and names images by their paths in an export. `markdown-renderer.ts` starts it, and ends one that
 * takes too long, so that no document can hold up the service. It has no database and no network, and answers one
 * request after another.
 */
import { DocumentTooDeep, HtmlTooLarge, imageKey, MarkdownDocument, visibleText } from '@shipyard/markdown';
import { checkProject, placeImages } from '@shipyard/project-folder';
import type { RenderAnswer, RenderCost, RenderedDocument, RenderRequest, ShownImages } from './markdown-renderer';
import { flagText } from '../reviews/review-flags';

function answer(request: RenderRequest): RenderAnswer {
  try {
    if (request.kind === 'visibleText') return { kind: 'visibleText', ...visibleText(request.markdown) };
    if (request.kind === 'flag') return { kind: 'flag', places: flagText(request.text) };
    if (request.kind === 'check') return { kind: 'check', ...checkProject(request.files, new Date()) };
    if (request.kind === 'place') return { kind: 'place', markdown: placeImages(request.text) };
    const document = new MarkdownDocument(request.markdown);
    if (request.kind === 'render') return { kind: 'render', ...render(document, request.shown, request.isProxied) };
    const { images } = document;
    const isSettled = images.every(({ target }) =>
      target.kind === 'remote' ? !request.isProxied : imageKey(target) === null,
    );
    return { kind: 'read', images, rendered: isSettled ? render(document, new Map(), request.isProxied) : null };
  } catch (error) {
    if (error instanceof DocumentTooDeep) return { kind: 'tooDeep', message: error.message };
    if (error instanceof HtmlTooLarge) return { kind: 'tooLarge', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function render(document: MarkdownDocument, shown: ShownImages, isProxied: boolean): RenderedDocument {
  return document.renderWithText((target) => shown.get(imageKey(target) ?? '') ?? null, isProxied);
}

const send = (message: RenderAnswer & RenderCost) => process.send?.(message);

process.on('message', (request: RenderRequest) => {
  const before = process.cpuUsage();
  const answered = answer(request);
  const { user, system } = process.cpuUsage(before);
  send({ ...answered, cpuMs: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit());
// Signals to the process group are for the parent, which still waits for a document.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
send({ kind: 'ready', cpuMs: 0 });
