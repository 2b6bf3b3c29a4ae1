import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsService } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { ProjectReadsService, readAuditTrail, type ShipmentStatusView } from '../../project-reads';
import { ShipmentsService } from '../../shipments';
import type { ProjectStudio } from '../studio/studio.query';

/** What the shipping page shows, besides the frame. It never has the recipient. */
export interface Shipping {
  /** When the address was sent, and the parcel once it is on its way. */
  shipment: ShipmentStatusView | null;
  /** The address replaces an earlier one. */
  isReplaced: boolean;
  /** An address was deleted because it had been kept for too long. */
  isExpired: boolean;
  /** The guardian withdrew, and the address was deleted. */
  isRetracted: boolean;
  /** The parcel still needs the agreement of a parent or guardian. */
  lacksAgreement: boolean;
  needsConsent: boolean;
  /** How many days an address is kept at most. */
  keptDays: number;
}

@Injectable()
export class ShippingQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projectReads: ProjectReadsService,
    private readonly accounts: AccountsService,
    private readonly shipments: ShipmentsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  async of({ project, caller }: ProjectStudio): Promise<Shipping> {
    const { manager } = this.dataSource;
    const [shipment, moves, isAdult] = await Promise.all([
      this.projectReads.shipment(manager, project.id, { parcel: true }),
      readAuditTrail(manager, project.id),
      this.accounts.isAdult(caller.accountId),
    ]);
    const last = moves.findLast(({ from, to }) => from !== to);
    const sent = moves.findLast(({ action }) => action === 'submit_shipment');
    return {
      shipment,
      isReplaced: sent?.from === sent?.to,
      isExpired: last?.action === 'expire_shipment' && last.reason === null,
      isRetracted: last?.action === 'expire_shipment' && last.reason !== null,
      lacksAgreement: await this.shipments.lacksAgreement(project.id, caller.accountId),
      needsConsent: !isAdult,
      keptDays: this.config.SHIPMENT_RETENTION_DAYS,
    };
  }
}
