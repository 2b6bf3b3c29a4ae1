import os from 'node:os';
import { FontBook } from '@shipyard/pdf';
import type { DocumentAnswer, DocumentRequest } from './pages/documents/document-requests';
import { drawBooklet } from './pages/documents/draw-booklet';
import { drawCertificate } from './pages/documents/draw-certificate';

const book = FontBook.open(os.tmpdir());

async function answer(request: DocumentRequest): Promise<DocumentAnswer> {
  try {
    const bytes =
      request.kind === 'booklet' ? await drawBooklet(await book, request) : await drawCertificate(await book, request);
    return { kind: 'drawn', bytes };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

const send = (message: DocumentAnswer | { kind: 'ready' }) => process.send?.(message);

process.on('message', (request: DocumentRequest) => void answer(request).then(send));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
book.then(
  () => send({ kind: 'ready' }),
  () => process.exit(1),
);
