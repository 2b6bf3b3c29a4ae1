import { type FontBook, serveDrawings } from '@shipyard/pdf';
import { drawLabels } from './pages/console-shipments/draw-labels';
import type { LabelsRequest } from './pages/console-shipments/label-requests';
import type { DocumentRequest } from './pages/documents/document-requests';
import { drawBooklet } from './pages/documents/draw-booklet';
import { drawCertificate } from './pages/documents/draw-certificate';

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

serveDrawings(draw, ({ kind }) => kind === 'labels');
