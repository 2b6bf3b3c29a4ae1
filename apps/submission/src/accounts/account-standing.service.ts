import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import type { QuotaLimits } from '../limits/quotas';
import { Account, ROLES } from './account.entity';
import { AccountAuditEntry } from './account-audit-entry.entity';
import type { AccountsQuery, ChangeQuotasDto, ChangeStandingDto } from './account-standing.dto';
import { type ChangedAccountView, type StaffAccountView, toStaffAccountView } from './account.view';
import { accountUnknown } from './accounts.errors';
import type { Caller } from './caller';
import { QuotasService } from './quotas.service';
import { assertSettledRole } from './settled-roles';
import { StaffRolesService } from './staff-roles.service';
import { AccountSession } from './account-session.entity';

export const LAST_ADMIN = 'This is the last admin, and only an admin can appoint another. Appoint one first.';

interface QuotaChange {
  accountId: string;
  caller: Caller;
  before: QuotaLimits;
  quotas: ChangeQuotasDto | undefined;
}

/** Where a list of accounts goes on: behind the account of this time and id. */
export interface AccountsPlace {
  at: Date;
  id: string;
}

const LIKE_SOUGHT = `($1 = '' OR lower(handle) LIKE $2 OR lower(display_name) LIKE $2 OR lower(email) LIKE $2)`;
const WITH_AGE = '($5::boolean = false OR birth_date IS NULL)';

/** Each part reads an index. One order for both would sort all accounts. */
const FIND_ACCOUNTS = `
  SELECT found.id FROM (
    (SELECT id, created_at, true AS exact FROM accounts
     WHERE deleted_at IS NULL AND (handle = lower($1) OR lower(email) = lower($1)) AND ${WITH_AGE} AND $6::timestamptz IS NULL)
    UNION ALL
    (SELECT id, created_at, false FROM accounts
     WHERE deleted_at IS NULL AND ${LIKE_SOUGHT} AND handle <> lower($1) AND lower(email) <> lower($1) AND ${WITH_AGE}
       AND ($6::timestamptz IS NULL OR (created_at, id) < ($6::timestamptz, $7::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $3::integer + $4::integer)
  ) found ORDER BY found.exact DESC, found.created_at DESC, found.id DESC LIMIT $3 OFFSET $4`;

@Injectable()
export class AccountStandingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly quotas: QuotasService,
    private readonly staffRoles: StaffRolesService,
  ) {}

  /**
   * Exact matches come first, then the newest. `after` is the last account of the page before, which had the exact
   * matches. Records who was shown to whom before it answers.
   */
  async search(caller: Caller, query: AccountsQuery, after: AccountsPlace | null = null): Promise<StaffAccountView[]> {
    const { q = '', birth_date: birthDate, limit, offset } = query;
    const found = await this.dataSource.query<{ id: string }[]>(FIND_ACCOUNTS, [
      ...[q, `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, limit, offset, birthDate === 'unknown'],
      ...[after?.at ?? null, after?.id ?? null],
    ]);
    const ids = found.map(({ id }) => id);
    await this.dataSource.manager.insert(AccountAuditEntry, {
      actorId: caller.accountId,
      action: 'list_accounts',
      details: { account_ids: ids },
    });
    const accounts = await this.dataSource.manager.findBy(Account, { id: In(ids) });
    const limits = await this.quotas.limitsOf(ids);
    const staffRoles = await this.staffRoles.of(ids);
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return found.flatMap(({ id }) => {
      const [account, quotas] = [byId.get(id), limits.get(id)];
      return account && quotas ? [toStaffAccountView(account, quotas, staffRoles.get(id) ?? [])] : [];
    });
  }

  /**
   * Takes effect at once, because each request reads its account. A suspension ends all sessions. Each call is audited,
   * without dates of birth. Throws FORBIDDEN if no active admin would remain, and to an admin whose own role waits and who
   * takes a role of staff from others or suspends staff.
   */
  async change(
    caller: Caller,
    recorder: ResponseRecorder,
    accountId: string,
    input: ChangeStandingDto,
  ): Promise<{ account: ChangedAccountView }> {
    if (!isUUID(accountId)) throw accountUnknown();
    return this.dataSource.transaction(async (manager) => {
      const takesPower = input.suspended === true || (input.roles !== undefined && !input.roles.includes('admin'));
      if (takesPower && (await isLastAdmin(manager, accountId)))
        throw envelopeErrors.FORBIDDEN({ message: LAST_ADMIN });
      const account = await manager.findOne(Account, {
        where: { id: accountId, deletedAt: IsNull() },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw accountUnknown();
      const before = await this.limitsOf(manager, accountId);
      const isChanged = await this.write(manager, account, caller, input);
      const limits = await this.setQuotas(manager, { accountId, caller, before, quotas: input.quotas });
      if (!isChanged && limits === before)
        await manager.insert(AccountAuditEntry, { accountId, actorId: caller.accountId, action: 'read_account' });
      const changed = await manager.findOneByOrFail(Account, { id: accountId });
      const written = input.birth_date === undefined ? {} : { birth_date: changed.birthDate };
      const staffRoles = (await this.staffRoles.of([accountId], manager)).get(accountId) ?? [];
      return recorder.record(
        manager,
        { account: { ...toStaffAccountView(changed, limits, staffRoles), ...written } },
        accountId,
      );
    });
  }

  private async write(
    manager: EntityManager,
    account: Account,
    caller: Caller,
    { roles, suspended, birth_date: birthDate }: ChangeStandingDto,
  ): Promise<boolean> {
    let isChanged = false;
    const audit = async (
      action: AccountAuditEntry['action'],
      roleChange?: Pick<AccountAuditEntry, 'rolesBefore' | 'rolesAfter'>,
    ) => {
      isChanged = true;
      const { identifiers } = await manager.insert(AccountAuditEntry, {
        accountId: account.id,
        actorId: caller.accountId,
        action,
        ...roleChange,
      });
      return String(identifiers[0]?.id);
    };
    const { rolesAfter, granted, taken, stopped } = changesOfStaff(account, { roles, suspended });
    if (taken.length + stopped.length > 0 && account.id !== caller.accountId) assertSettledRole(caller, 'admin');
    const admins = await this.staffRoles.admins(manager);
    const about = { accountId: account.id, changedBy: caller.accountId };
    if (rolesAfter) {
      await this.staffRoles.note(manager, { accountId: account.id, roles: granted, grantedBy: caller.accountId });
      await manager.update(Account, { id: account.id }, { roles: rolesAfter });
      const entryId = await audit('set_roles', { rolesBefore: account.roles, rolesAfter });
      await this.staffRoles.tell(manager, admins, { ...about, change: 'granted', roles: granted }, entryId);
      await this.staffRoles.tell(manager, admins, { ...about, change: 'taken', roles: taken }, entryId);
    }
    if (suspended !== undefined && suspended !== (account.suspendedAt !== null)) {
      await manager.update(Account, { id: account.id }, { suspendedAt: suspended ? () => 'now()' : null });
      if (suspended) await manager.delete(AccountSession, { accountId: account.id });
      const entryId = await audit(suspended ? 'suspend' : 'unsuspend');
      await this.staffRoles.tell(manager, admins, { ...about, change: 'suspended', roles: stopped }, entryId);
    }
    if (birthDate !== undefined && birthDate !== account.birthDate) {
      await manager.update(Account, { id: account.id }, { birthDate });
      await audit('set_birth_date');
    }
    return isChanged;
  }

  private async setQuotas(
    manager: EntityManager,
    { accountId, caller, before, quotas }: QuotaChange,
  ): Promise<QuotaLimits> {
    const sent = Object.fromEntries(Object.entries(quotas ?? {}).filter(([, limit]) => limit !== undefined));
    if (Object.keys(sent).length === 0) return before;
    await this.quotas.set(manager, accountId, sent);
    const after = await this.limitsOf(manager, accountId);
    await manager.insert(AccountAuditEntry, {
      accountId,
      actorId: caller.accountId,
      action: 'set_quotas',
      details: { before, after },
    });
    return after;
  }

  private async limitsOf(manager: EntityManager, accountId: string): Promise<QuotaLimits> {
    const limits = (await this.quotas.limitsOf([accountId], manager)).get(accountId);
    if (!limits) throw new Error('The limits of an account that were asked for were not answered');
    return limits;
  }
}

/** `stopped`: the roles of staff whose holder is suspended by this change. */
function changesOfStaff(account: Account, { roles, suspended }: ChangeStandingDto) {
  const rolesAfter = roles && ROLES.filter((role) => role === 'participant' || roles.includes(role));
  const isSuspending = suspended === true && account.suspendedAt === null;
  return {
    rolesAfter,
    granted: rolesAfter?.filter((role) => !account.roles.includes(role)) ?? [],
    taken: rolesAfter ? account.roles.filter((role) => !rolesAfter.includes(role)) : [],
    stopped: isSuspending ? account.roles.filter((role) => role !== 'participant') : [],
  };
}

/**
 * Locks all admins, so that two cannot remove each other at once. Weaker than FOR UPDATE, because audit entries refer
 * to these rows and would deadlock. The number of roles is asked for its index.
 */
export async function isLastAdmin(manager: EntityManager, accountId: string): Promise<boolean> {
  const admins = await manager.query<{ id: string }[]>(
    `SELECT id FROM accounts WHERE cardinality(roles) > 1 AND 'admin' = ANY (roles) AND suspended_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
  );
  return admins.length === 1 && admins[0]?.id === accountId;
}
