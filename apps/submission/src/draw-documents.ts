import os from 'node:os';
import { FontBook } from '@shipyard/pdf';
import { drawLabels } from './pages/console-shipments/draw-labels';
import type { LabelsRequest } from './pages/console-shipments/label-requests';
import type { DocumentAnswer, DocumentRequest } from './pages/documents/document-requests';
import { drawBooklet } from './pages/documents/draw-booklet';
import { drawCertificate } from './pages/documents/draw-certificate';

const book = FontBook.open(os.tmpdir());

async function answer(request: DocumentRequest | LabelsRequest): Promise<DocumentAnswer> {
  try {
    return { kind: 'drawn', bytes: await draw(await book, request) };
  } catch (error) {
    // A message can hold what was drawn, and the parent logs it.
    const isPrivate = request.kind === 'labels';
    return { kind: 'failed', message: error instanceof Error && !isPrivate ? error.message : 'drawing failed' };
  }
}

function draw(fonts: FontBook, request: DocumentRequest | LabelsRequest): Promise<Buffer> {
  switch (request.kind) {
    case 'booklet':
      return drawBooklet(fonts, request);
    case 'certificate':
      return drawCertificate(fonts, request);
    case 'labels':
      return drawLabels(fonts, request);
  }
}

const send = (message: DocumentAnswer | { kind: 'ready' }) => process.send?.(message);

process.on('message', (request: DocumentRequest | LabelsRequest) => void answer(request).then(send));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
book.then(
  () => send({ kind: 'ready' }),
  () => process.exit(1),
);
