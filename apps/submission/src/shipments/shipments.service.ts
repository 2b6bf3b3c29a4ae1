import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import {
  accountErrors,
  AccountsService,
  assertSettledRole,
  type Caller,
  GuardianAgreements,
  hasRole,
} from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { ProjectsService, ProjectWrites } from '../projects';
import { GuardianConsent } from './guardian-consent.entity';
import { CONSENT_TEXT } from './guardian-consent';
import { isShipmentAgreed } from './shipment-agreements';
import { MasterKeys } from './master-keys';
import { openRecipient, sealRecipient } from './recipient';
import { Shipment } from './shipment.entity';
import type { StaffShipmentView, SubmittedShipmentView, WithdrawnShipmentView } from './shipment.view';
import type { SubmitShipmentDto } from './shipments.dto';
import { SHIPMENT_NOT_AGREED, shipmentErrors } from './shipments.errors';

export interface ParcelFacts {
  carrier: string | null;
  tracking: string | null;
}

@Injectable()
export class ShipmentsService implements OnModuleInit {
  private readonly keys: MasterKeys;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly accounts: AccountsService,
    private readonly agreements: GuardianAgreements,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    this.keys = new MasterKeys(config);
  }

  async onModuleInit(): Promise<void> {
    await this.keys.ring();
  }

  async submit(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    input: SubmitShipmentDto,
  ): Promise<SubmittedShipmentView> {
    const { id: projectId, ownerId } = await this.projects.findOwn(slug, caller);
    const needsConsent = !(await this.accounts.isAdult(ownerId));
    if (needsConsent && !input.guardian_confirmed) throw shipmentErrors.GUARDIAN_CONSENT_REQUIRED();
    return this.writes.run(projectId, async (manager) => {
      const state = await this.projects.lockOwn(manager, projectId);
      const agreement = await this.agreements.assertAgreed(manager, ownerId);
      const allowed = this.projects.allowedFor({ ownerId, state }, caller);
      if (!allowed.includes('submit_shipment'))
        throw shipmentErrors.SHIPMENT_NOT_ALLOWED({ details: { state, allowed } });
      if (agreement && !(await isShipmentAgreed(manager, projectId, agreement)))
        throw accountErrors.GUARDIAN_REQUIRED({ message: SHIPMENT_NOT_AGREED });
      const { to } = await this.projects.move(manager, { projectId, action: 'submit_shipment', caller });
      const submittedAt = await this.put(manager, projectId, input);
      if (needsConsent)
        await manager.insert(GuardianConsent, { id: uuidv7(), projectId, textVersion: CONSENT_TEXT.version });
      return recorder.record(manager, { state: to, submitted_at: submittedAt }, projectId);
    });
  }

  /** For a page: whether `submit` would throw GUARDIAN_REQUIRED. */
  async lacksAgreement(projectId: string, ownerId: string): Promise<boolean> {
    const { manager } = this.dataSource;
    if (!(await this.agreements.isNeeded(manager, ownerId))) return false;
    const agreement = await this.agreements.find(manager, ownerId);
    return agreement === null || !(await isShipmentAgreed(manager, projectId, agreement));
  }

  async withdraw(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<WithdrawnShipmentView> {
    const { id: projectId } = await this.projects.findOwn(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      const { to } = await this.projects.move(manager, { projectId, action: 'withdraw_shipment', caller });
      await this.deleteRecipient(manager, projectId);
      return recorder.record(manager, { state: to }, projectId);
    });
  }

  async read(caller: Caller, slug: string): Promise<StaffShipmentView> {
    assertSettledRole(caller, 'fulfilment', 'admin');
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      const state = await this.projects.lock(manager, projectId);
      const shipment = await manager.findOneBy(Shipment, { projectId });
      if (!shipment) throw shipmentErrors.SHIPMENT_NOT_FOUND();
      const recipient = openRecipient(shipment, projectId, await this.keys.ring());
      if (!recipient)
        throw new Error(
          `The shipment of project ${projectId} does not open with the key ${shipment.masterKeyId} of the ring`,
        );
      const actor = hasRole(caller, ['fulfilment']) ? 'fulfilment' : 'admin';
      await this.projects.recordShipmentRead(manager, { projectId, actor, actorId: caller.accountId, state });
      return {
        shipment: {
          recipient_name: recipient.name,
          recipient_phone: recipient.phone,
          recipient_address: recipient.address,
          ...(shipment.country !== null && { recipient_country: shipment.country }),
          guardian_confirmed: recipient.guardianConfirmed,
          submitted_at: shipment.submittedAt,
        },
      };
    });
  }

  /** For the guardian of its owner: the parcel does not go out. Call it while the project is locked. */
  async retract(manager: EntityManager, projectId: string, reason: string): Promise<void> {
    await this.projects.move(manager, { projectId, action: 'expire_shipment', caller: null, reason });
    await this.deleteRecipient(manager, projectId);
  }

  /** Call it in the transaction of the move: the database refuses to leave recipient data behind. */
  async deleteRecipient(manager: EntityManager, projectId: string): Promise<void> {
    await manager.delete(Shipment, { projectId });
  }

  /** Keeps what the owner may know about the parcel. Call it in the transaction that marks the project as shipped. */
  async markShipped(manager: EntityManager, projectId: string, { carrier, tracking }: ParcelFacts): Promise<void> {
    const sent = await manager.query<unknown[]>(
      `WITH gone AS (DELETE FROM shipments WHERE project_id = $2 RETURNING submitted_at)
       INSERT INTO parcels (id, project_id, submitted_at, carrier, tracking) SELECT $1, $2, submitted_at, $3, $4 FROM gone RETURNING id`,
      [uuidv7(), projectId, carrier, tracking],
    );
    if (sent.length === 0) throw shipmentErrors.SHIPMENT_NOT_FOUND();
  }

  private async put(manager: EntityManager, projectId: string, input: SubmitShipmentDto): Promise<Date> {
    const {
      recipient_name: name,
      recipient_phone: phone,
      recipient_address: address,
      recipient_country: country = null,
      guardian_confirmed: guardianConfirmed,
    } = input;
    const sealed = sealRecipient(
      { name, phone, address, guardianConfirmed },
      projectId,
      await this.keys.ringForSealing(manager),
    );
    const [row] = await manager.query<{ submittedAt: Date }[]>(
      `INSERT INTO shipments (project_id, master_key_id, wrapped_key, recipient, country) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (project_id) DO UPDATE SET master_key_id = excluded.master_key_id, wrapped_key = excluded.wrapped_key,
         recipient = excluded.recipient, country = excluded.country, submitted_at = excluded.submitted_at
       RETURNING submitted_at AS "submittedAt"`,
      [projectId, sealed.masterKeyId, sealed.wrappedKey, sealed.recipient, country],
    );
    if (!row) throw new Error('A shipment was written and is not there');
    return row.submittedAt;
  }
}
