import { Injectable } from '@nestjs/common';
import type { HttpError } from '@shipyard/http';
import { type Language, refusalOf } from '@shipyard/pages';
import { COLORS } from '@shipyard/ui/tokens';
import type { Caller } from '../../accounts';
import { ShipmentsService } from '../../shipments';
import { PdfDrawer } from '../documents/pdf-drawer.service';
import { CATALOGS } from '../words/words';
import type { Label, LabelsRequest } from './label-requests';
import { refusalText } from './refusal-text';

interface LabelsAsked {
  caller: Caller;
  slugs: readonly string[];
  paper: LabelsRequest['paper'];
  language: Language;
}

/** Addresses to stick on parcels. Each read of an address is recorded, and nothing is kept. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly shipments: ShipmentsService,
    private readonly drawer: PdfDrawer,
  ) {}

  /** A label says why it has no address. Throws the first refusal if no label has one. */
  async draw({ caller, slugs, paper, language }: LabelsAsked): Promise<Buffer> {
    const words = CATALOGS[language];
    const labels: Label[] = [];
    const refusals: HttpError[] = [];
    for (const slug of slugs) {
      const found = await this.read(caller, slug);
      if ('refusal' in found) refusals.push(found.refusal);
      labels.push({
        slug,
        recipient: 'refusal' in found ? null : found.recipient,
        note: 'refusal' in found ? refusalText(words, found.refusal) : '',
      });
    }
    const [refusal] = refusals;
    if (refusal && refusals.length === labels.length) throw refusal;
    const { ink, ink2, line, sunk, action } = COLORS;
    const colors = {
      ink: ink.light,
      ink2: ink2.light,
      line: line.light,
      sunk: sunk.light,
      link: action.light,
    };
    return this.drawer.drawLabels(caller.accountId, {
      kind: 'labels',
      language,
      createdAt: new Date(),
      colors,
      paper,
      labels,
      words: words.consoleParcels.drawn,
    });
  }

  private async read(
    caller: Caller,
    slug: string,
  ): Promise<{ recipient: NonNullable<Label['recipient']> } | { refusal: HttpError }> {
    try {
      const { shipment } = await this.shipments.read(caller, slug);
      const { recipient_name: name, recipient_phone: phone, recipient_address: address } = shipment;
      return { recipient: { name, phone, address } };
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  }
}
