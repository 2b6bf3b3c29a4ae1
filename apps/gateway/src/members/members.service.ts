import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { CustomerAdminService } from '../customers';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { CustomerMember } from './customer-member.entity';
import { addMemberLink } from './member-link-rows';
import { type MemberAnswer, type MemberView, toMemberView } from './member.view';
import type { InviteMemberDto } from './members.dto';

/** Bounds what an owner can store, and whom an owner can mail. */
const MOST_MEMBERS = 200;

const noSuchMember = () =>
  envelopeErrors.NOT_FOUND({
    message: 'The customer has no member with this id. GET /admin/customers/:id/members lists the members.',
  });

@Injectable()
export class MembersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly customers: CustomerAdminService,
  ) {}

  async list(customerId: string, page: PageQuery): Promise<Page<MemberView>> {
    await this.customers.find(customerId);
    const members = this.dataSource.manager
      .createQueryBuilder(CustomerMember, 'member')
      .where('member.customer_id = :customerId', { customerId });
    return readPage(members, page, NEWEST_FIRST, toMemberView);
  }

  /** The invitation is mailed. Throws CONFLICT for an email that a member has, of whatever customer. */
  async invite(
    actor: Actor,
    recorder: ResponseRecorder,
    customerId: string,
    { email, role }: InviteMemberDto,
  ): Promise<MemberAnswer> {
    await this.customers.find(customerId);
    const id = uuidv7();
    return this.changes.make(actor, recorder, 'member.invite', async (manager) => {
      await assertMayAdd(manager, customerId);
      // Avoids a unique violation, because Postgres would log the email.
      const inserted = await manager
        .createQueryBuilder()
        .insert()
        .into(CustomerMember)
        .values({ id, customerId, email, role, passwordHash: null })
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length === 0)
        throw changeErrors.CONFLICT({ message: 'A member with this email already exists. Use another email.' });
      await addMemberLink(manager, { memberId: id, email, purpose: 'invitation' });
      const member = toMemberView(await manager.findOneByOrFail(CustomerMember, { id }));
      return { subjectId: id, before: null, after: member, answer: { member } };
    });
  }

  /** Ends the sessions and links of the member at once. */
  remove(actor: Actor, recorder: ResponseRecorder, customerId: string, id: string): Promise<object> {
    return this.changes.make(actor, recorder, 'member.remove', async (manager) => {
      const member = await manager.findOne(CustomerMember, {
        where: { id, customerId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!member) throw noSuchMember();
      await manager.delete(CustomerMember, { id });
      return { subjectId: id, before: toMemberView(member), after: null, answer: {} };
    });
  }
}

/** One transaction of a customer counts and adds at a time. */
async function assertMayAdd(manager: EntityManager, customerId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('members of ' || $1))`, [customerId]);
  if ((await manager.countBy(CustomerMember, { customerId })) >= MOST_MEMBERS)
    throw changeErrors.CONFLICT({ message: `The customer has ${MOST_MEMBERS} members, the most. Remove one first.` });
}
