import { Inject, Injectable } from '@nestjs/common';
import { hashToken } from '@shipyard/auth';
import { isWellFormedToken, type ProjectState } from '@shipyard/contracts';
import { envelopeErrors, type ResponseRecorder, tokenInvalid } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type ActingGuardian,
  askGuardian,
  assertAnother,
  type Caller,
  findLinkHolder,
  type Guardian,
  type GuardianAction,
  type Locale,
  lockAccount,
  mayHaveGuardian,
  readAccountView,
  readEmail,
  readGuardian,
  recordGuardianDecision,
  renewLink,
  secondsUntilNextMail,
  toGuardianView,
  writeAgreement,
  writeGuardianLocale,
  writeWithdrawal,
} from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { rateLimited } from '../limits/limits.errors';
import { type GuardianStep, MailOutbox, MailRate } from '../mail';
import { AssetUrlsService, readChildProjects } from '../project-reads';
import {
  lockProjectOf,
  lockProjectsOf,
  projectErrors,
  ProjectWrites,
  recordShipmentAgreement,
  setHiddenByGuardian,
  unpublishProjectsOf,
} from '../projects';
import { agreeToShipment, endShipmentAgreements, shipmentErrors, ShipmentsService } from '../shipments';
import { type ChildProjectAnswerView, type GuardianPageView, type RequestedGuardianView } from './guardian-page.view';
import { toChildProjectView, toGuardianPageView } from './guardian-page';
import type { AgreeDto } from './guardians.dto';

const TRIES = 3;
const DEADLOCK_DETECTED = '40P01';
const WITHDRAWN = 'The guardian of the owner does not agree any more.';
const OLD_ENOUGH = 'You are old enough: you need no guardian here.';
const SENDABLE = ['approved_to_ship', 'shipment_submitted'];

/** What the holder of an account asks their guardian, and what the guardian decides. */
@Injectable()
export class GuardiansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly shipments: ShipmentsService,
    private readonly assetUrls: AssetUrlsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /**
   * Names the guardian, or asks the same one again. Throws FORBIDDEN if the account is old enough, and RATE_LIMITED after
   * too many mails. Another guardian than before ends the agreement, as a withdrawal does.
   */
  async ask({ accountId }: Caller, recorder: ResponseRecorder, email: string): Promise<RequestedGuardianView> {
    return this.transaction(async (manager) => {
      await lockProjectsOf(manager, accountId);
      const account = await lockAccount(manager, accountId);
      if (account === null) throw tokenInvalid();
      if (!mayHaveGuardian(account.birthDate, this.config)) throw envelopeErrors.FORBIDDEN({ message: OLD_ENOUGH });
      assertAnother(email, account.email, 'email');
      const before = await readGuardian(manager, accountId);
      const asked = await askGuardian(manager, { accountId, email }, this.config);
      if (!asked?.isMailed)
        throw rateLimited(
          'Your guardian got enough mails for now. Ask them to look for the last one.',
          await secondsUntilNextMail(manager, accountId),
        );
      if (asked.isNew) await endShipmentAgreements(manager, accountId);
      if (asked.isNew && before?.status === 'agreed') await this.endPublication(manager, accountId);
      const guardian = toGuardianView(asked.guardian);
      if (guardian === null) throw new Error('A guardian was written and is not there');
      return recorder.record(manager, { guardian }, accountId);
    });
  }

  /** For the page of the account's holder. */
  ofAccount(accountId: string): Promise<Guardian | null> {
    return readGuardian(this.dataSource.manager, accountId);
  }

  /** What follows is mailed to the guardian in this language alone. */
  keepLocale(guardian: ActingGuardian, locale: Locale): Promise<void> {
    return writeGuardianLocale(this.dataSource.manager, guardian, locale);
  }

  async page({ accountId }: ActingGuardian): Promise<GuardianPageView> {
    return this.readPage(this.dataSource.manager, accountId);
  }

  async agree(guardian: ActingGuardian, recorder: ResponseRecorder, input: AgreeDto): Promise<GuardianPageView> {
    return this.decide(guardian, recorder, 'guardian_agree', 'agree', (manager) =>
      writeAgreement(manager, guardian, input),
    );
  }

  /** Also refuses what was only asked. */
  async withdraw(guardian: ActingGuardian, recorder: ResponseRecorder): Promise<GuardianPageView> {
    return this.decide(guardian, recorder, 'guardian_withdraw', 'withdraw', (manager) =>
      this.end(manager, guardian, { asksForDeletion: false }),
    );
  }

  /** Ends the agreement at once. The worker deletes the account later, unless the guardian agrees again. */
  async requestDeletion(guardian: ActingGuardian, recorder: ResponseRecorder): Promise<GuardianPageView> {
    return this.decide(guardian, recorder, 'guardian_request_deletion', 'request_deletion', (manager) =>
      this.end(manager, guardian, { asksForDeletion: true }),
    );
  }

  /** Throws PROJECT_NOT_FOUND, and STATE_CONFLICT if the guardian has hidden, or not hidden, the project already. */
  async setHidden(
    guardian: ActingGuardian,
    recorder: ResponseRecorder,
    slug: string,
    isHidden: boolean,
  ): Promise<ChildProjectAnswerView> {
    return this.decideOnProject(
      guardian,
      recorder,
      { slug, step: isHidden ? 'hide' : 'unhide' },
      async (manager, project) => {
        if (await setHiddenByGuardian(manager, project.id, isHidden)) return;
        const message = isHidden
          ? 'You have hidden this project already.'
          : 'You have not hidden this project. What our staff hid, only they can show again.';
        throw projectErrors.STATE_CONFLICT({ message, details: { state: project.state, allowed: [] } });
      },
    );
  }

  /** Throws SHIPMENT_NOT_ALLOWED while there is no parcel to send. */
  async agreeToShipment(
    guardian: ActingGuardian,
    recorder: ResponseRecorder,
    slug: string,
  ): Promise<ChildProjectAnswerView> {
    return this.decideOnProject(guardian, recorder, { slug, step: 'agree_shipment' }, async (manager, project) => {
      if (!SENDABLE.includes(project.state))
        throw shipmentErrors.SHIPMENT_NOT_ALLOWED({
          message: 'There is no parcel to agree to. It is sent after our staff have approved the project.',
          details: { state: project.state, allowed: [] },
        });
      await agreeToShipment(manager, project.id, guardian.accountId);
      await recordShipmentAgreement(manager, project);
    });
  }

  /**
   * Mails a new link to the guardian if the token is that of their last link, expired or not. Says nothing, so that nobody
   * learns which tokens there were. Others are found in older mails: their holder asks the child for a new one.
   */
  async sendNewLink(token: string): Promise<void> {
    if (!isWellFormedToken('pgt_', token)) return;
    await this.dataSource.transaction(async (manager) => {
      const holder = await findLinkHolder(manager, hashToken(token));
      if (!holder || !mayHaveGuardian(holder.birthDate, this.config)) return;
      const { accountId } = holder;
      if ((await lockAccount(manager, accountId)) === null) return;
      const guardian = await readGuardian(manager, accountId);
      if (!guardian || !(await MailRate.take(manager, guardian.email, { isDemo: this.config.DEMO }))) return;
      const linkId = await renewLink(manager, guardian, this.config.URL_SIGNING_KEYS);
      await MailOutbox.add(manager, {
        accountId,
        kind: 'guardian_asked',
        key: `guardian_asked:${uuidv7()}`,
        data: { link_id: linkId },
      });
    });
  }

  /** Null if the token opens nothing. `isExpired`: its holder can get another link. */
  async holderOf(token: string): Promise<(ActingGuardian & { isExpired: boolean }) | null> {
    if (!isWellFormedToken('pgt_', token)) return null;
    const holder = await findLinkHolder(this.dataSource.manager, hashToken(token));
    if (!holder || !mayHaveGuardian(holder.birthDate, this.config)) return null;
    return { accountId: holder.accountId, linkId: holder.linkId, isExpired: holder.isExpired };
  }

  private async end(
    manager: EntityManager,
    guardian: ActingGuardian,
    { asksForDeletion }: { asksForDeletion: boolean },
  ): Promise<boolean> {
    if (!(await writeWithdrawal(manager, guardian, { asksForDeletion }))) return false;
    await this.endPublication(manager, guardian.accountId);
    return true;
  }

  /** Without an agreement nothing stays public, and no parcel goes out. Call it after the agreement has ended. */
  private async endPublication(manager: EntityManager, accountId: string): Promise<void> {
    await endShipmentAgreements(manager, accountId);
    for (const projectId of await unpublishProjectsOf(manager, accountId))
      await this.shipments.retract(manager, projectId, WITHDRAWN);
  }

  /** Locks in the order of all writes: projects, then the account and its guardian. */
  private async decide(
    guardian: ActingGuardian,
    recorder: ResponseRecorder,
    action: GuardianAction,
    step: GuardianStep,
    write: (manager: EntityManager) => Promise<boolean>,
  ): Promise<GuardianPageView> {
    const { accountId } = guardian;
    return this.transaction(async (manager) => {
      await lockProjectsOf(manager, accountId);
      if ((await lockAccount(manager, accountId)) === null || !(await write(manager))) throw tokenInvalid();
      await recordGuardianDecision(manager, accountId, action);
      await this.tell(manager, accountId, step);
      return recorder.record(manager, await this.readPage(manager, accountId), accountId);
    });
  }

  private async decideOnProject(
    { accountId, linkId }: ActingGuardian,
    recorder: ResponseRecorder,
    { slug, step }: { slug: string; step: GuardianStep },
    write: (manager: EntityManager, project: { id: string; state: ProjectState }) => Promise<void>,
  ): Promise<ChildProjectAnswerView> {
    const found = await this.dataSource.transaction((manager) => lockProjectOf(manager, accountId, slug));
    if (!found) throw projectErrors.PROJECT_NOT_FOUND();
    return this.writes.run(found.id, async (manager) => {
      const project = await lockProjectOf(manager, accountId, slug);
      if (!project) throw projectErrors.PROJECT_NOT_FOUND();
      if (
        (await lockAccount(manager, accountId)) === null ||
        (await readGuardian(manager, accountId))?.linkId !== linkId
      )
        throw tokenInvalid();
      await write(manager, project);
      await this.tell(manager, accountId, step, project.id);
      const [view] = (await readChildProjects(manager, this.assetUrls, accountId))
        .filter(({ summary }) => summary.id === project.id)
        .map(toChildProjectView);
      if (!view) throw projectErrors.PROJECT_NOT_FOUND();
      return recorder.record(manager, { project: view }, project.id);
    });
  }

  /** Mails what was decided to the guardian, whose link works longer then, and to the child. */
  private async tell(manager: EntityManager, accountId: string, step: GuardianStep, projectId?: string): Promise<void> {
    const guardian = await readGuardian(manager, accountId);
    const account = await readEmail(manager, accountId);
    const decision = uuidv7();
    if (guardian) {
      // The guardian acts, so mails are owed. They count, so that they leave less to others.
      await MailRate.take(manager, guardian.email, { isDemo: this.config.DEMO, isOwed: true });
      const linkId = await renewLink(manager, guardian, this.config.URL_SIGNING_KEYS);
      await MailOutbox.add(manager, {
        ...{ accountId, projectId, kind: 'guardian_told', key: `guardian_told:${decision}` },
        data: { step, link_id: linkId },
      });
    }
    // An address that nobody confirmed may be a stranger's.
    const isOwed = account?.isConfirmed === true;
    if (account && (await MailRate.take(manager, account.email, { isDemo: this.config.DEMO, isOwed })))
      await MailOutbox.add(manager, {
        ...{ accountId, projectId, kind: 'child_told', key: `child_told:${decision}` },
        data: { step },
      });
  }

  private async readPage(manager: EntityManager, accountId: string): Promise<GuardianPageView> {
    const account = await readAccountView(manager, accountId);
    const guardian = await readGuardian(manager, accountId);
    if (!guardian) throw tokenInvalid();
    return toGuardianPageView(account, guardian, await readChildProjects(manager, this.assetUrls, accountId));
  }

  /** It locks many projects, and another write may wait for the agreement that it has locked. */
  private async transaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (errorCodeOf(error) !== DEADLOCK_DETECTED || left <= 1) throw error;
      }
    }
  }
}
