import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { MailOutbox } from '../mail';
import { Account, type Role, type StaffRole } from './account.entity';
import { AccountAuditEntry } from './account-audit-entry.entity';
import { lockAccount } from './account-recovery.service';
import { accountUnknown } from './accounts.errors';
import { type StaffAccountView, type StaffRoleView, toStaffAccountView } from './account.view';
import type { Caller } from './caller';
import { QuotasService } from './quotas.service';
import { IS_SETTLED, WAITING_HOURS } from './settled-roles';

interface StaffRoleRow {
  accountId: string;
  role: StaffRole;
  grantedAt: Date;
  grantedBy: string | null;
  confirmedAt: Date | null;
}

interface WaitingRole {
  role: StaffRole;
  grantedBy: string | null;
  /** The one who granted it is an admin whose own role does not wait, or a database operator. */
  isGranterSettled: boolean;
}

interface Grant {
  accountId: string;
  roles: readonly Role[];
  grantedBy: string;
}

interface StaffChange {
  change: 'granted' | 'taken' | 'suspended';
  accountId: string;
  /** The roles that were granted or taken, or that the suspended account has. */
  roles: readonly Role[];
  changedBy: string;
}

/** Since when accounts have roles of staff, and who granted and confirmed them. */
@Injectable()
export class StaffRolesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly quotas: QuotasService,
  ) {}

  async of(accountIds: string[], manager = this.dataSource.manager): Promise<Map<string, StaffRoleView[]>> {
    const rows = await manager.query<StaffRoleRow[]>(
      `SELECT staff_role.account_id AS "accountId", staff_role.role, staff_role.granted_at AS "grantedAt", nullif(granter.handle, '') AS "grantedBy",
         staff_role.confirmed_at AS "confirmedAt"
       FROM staff_roles staff_role LEFT JOIN accounts granter ON granter.id = staff_role.granted_by
       WHERE staff_role.account_id = ANY ($1::uuid[]) ORDER BY staff_role.granted_at, staff_role.role`,
      [accountIds],
    );
    const views = new Map<string, StaffRoleView[]>(accountIds.map((id) => [id, []]));
    for (const { accountId, role, grantedAt, grantedBy, confirmedAt } of rows)
      views.get(accountId)?.push({
        role,
        granted_at: grantedAt.toISOString(),
        granted_by: grantedBy,
        confirmed_at: confirmedAt?.toISOString() ?? null,
        opens_addresses_at: role === 'reviewer' ? null : opensAt(grantedAt, confirmedAt).toISOString(),
      });
    return views;
  }

  /** How many people have each role and are not suspended. */
  async count(): Promise<Record<StaffRole, number>> {
    const rows = await this.dataSource.query<{ role: StaffRole; count: number }[]>(
      `SELECT staff_role.role, count(*)::integer AS count FROM staff_roles staff_role JOIN accounts account ON account.id = staff_role.account_id
       WHERE account.suspended_at IS NULL AND staff_role.role = ANY (account.roles) GROUP BY staff_role.role`,
    );
    const countOf = (role: StaffRole) => rows.find((row) => row.role === role)?.count ?? 0;
    return { reviewer: countOf('reviewer'), fulfilment: countOf('fulfilment'), admin: countOf('admin') };
  }

  /** Call it in the transaction of the grant, before the account has the roles. Roles that it has already stay as they are. */
  async note(manager: EntityManager, { accountId, roles, grantedBy }: Grant): Promise<void> {
    await manager.query(
      `INSERT INTO staff_roles (account_id, role, granted_by) SELECT $1, role, $3 FROM unnest($2::text[]) AS role
       WHERE role <> 'participant' ON CONFLICT DO NOTHING`,
      [accountId, roles, grantedBy],
    );
  }

  /** Who is told of a change. Ask before it: it may take the role from those who must hear of it. */
  async admins(manager: EntityManager): Promise<string[]> {
    const admins = await manager.query<{ id: string }[]>(
      `SELECT id FROM accounts WHERE cardinality(roles) > 1 AND 'admin' = ANY (roles) AND suspended_at IS NULL ORDER BY id`,
    );
    return admins.map(({ id }) => id);
  }

  /** A stolen credential can neither grant a role, nor take one, nor suspend staff unseen. Without roles, there is nothing to tell. */
  async tell(
    manager: EntityManager,
    admins: readonly string[],
    { change, accountId, roles, changedBy }: StaffChange,
    entryId: string,
  ): Promise<void> {
    if (roles.length === 0) return;
    for (const id of admins)
      await MailOutbox.add(manager, {
        accountId: id,
        kind: 'role_granted',
        key: `role_granted:${entryId}:${change}:${id}`,
        data: { change, account_id: accountId, changed_by: changedBy, roles: roles.join(', ') },
      });
  }

  /**
   * Lets the roles of an account that wait open addresses at once. One stolen credential must not be enough, so neither
   * the granter nor the holder confirms, and neither an admin who waits nor one for whom such an admin acts.
   */
  async confirm(
    caller: Caller,
    recorder: ResponseRecorder,
    accountId: string,
    role: StaffRole | undefined,
  ): Promise<{ account: StaffAccountView }> {
    if (!isUUID(accountId)) throw accountUnknown();
    return this.dataSource.transaction(async (manager) => {
      if ((await lockAccount(manager, accountId)) === null) throw accountUnknown();
      const waiting = await waitingRoles(manager, accountId);
      const wanted = waiting.filter((each) => role === undefined || each.role === role);
      if (wanted.length === 0) throw nothingWaits();
      if (accountId === caller.accountId) throw confirmationRefused('You cannot confirm a role of your own.');
      if (!(await isSettledAdmin(manager, caller.accountId)))
        throw confirmationRefused('Your own role as admin is new and not confirmed.');
      if (wanted.some(({ grantedBy }) => grantedBy === caller.accountId))
        throw confirmationRefused('You granted this role yourself.');
      if (wanted.some(({ isGranterSettled }) => !isGranterSettled))
        throw confirmationRefused('The admin who granted this role is new and not confirmed, or an admin no longer.');
      const roles = wanted.map((each) => each.role);
      await manager.query('UPDATE staff_roles SET confirmed_at = now() WHERE account_id = $1 AND role = ANY ($2)', [
        accountId,
        roles,
      ]);
      await manager.insert(AccountAuditEntry, {
        accountId,
        actorId: caller.accountId,
        action: 'confirm_role',
        details: { roles },
      });
      return recorder.record(manager, { account: await this.view(manager, accountId) }, accountId);
    });
  }

  private async view(manager: EntityManager, accountId: string): Promise<StaffAccountView> {
    const account = await manager.findOneByOrFail(Account, { id: accountId });
    const limits = (await this.quotas.limitsOf([accountId], manager)).get(accountId);
    if (!limits) throw new Error('The limits of an account that were asked for were not answered');
    return toStaffAccountView(account, limits, (await this.of([accountId], manager)).get(accountId) ?? []);
  }
}

const waitingRoles = (manager: EntityManager, accountId: string) =>
  manager.query<WaitingRole[]>(
    `SELECT staff_role.role, staff_role.granted_by AS "grantedBy", staff_role.granted_by IS NULL OR EXISTS (
       SELECT FROM staff_roles granter WHERE granter.account_id = staff_role.granted_by AND granter.role = 'admin' AND ${IS_SETTLED('granter')}) AS "isGranterSettled"
     FROM staff_roles staff_role WHERE staff_role.account_id = $1 AND staff_role.role <> 'reviewer' AND NOT ${IS_SETTLED('staff_role')}`,
    [accountId],
  );

async function isSettledAdmin(manager: EntityManager, accountId: string): Promise<boolean> {
  const settled = await manager.query<unknown[]>(
    `SELECT FROM staff_roles staff_role WHERE account_id = $1 AND role = 'admin' AND ${IS_SETTLED('staff_role')}`,
    [accountId],
  );
  return settled.length > 0;
}

function opensAt(grantedAt: Date, confirmedAt: Date | null): Date {
  const waitingEnds = new Date(grantedAt.getTime() + WAITING_HOURS * 60 * 60_000);
  return confirmedAt !== null && confirmedAt < waitingEnds ? confirmedAt : waitingEnds;
}

const nothingWaits = () =>
  envelopeErrors.NOT_FOUND({
    message: 'No such role of this account waits for a confirmation. GET /api/v1/admin/accounts shows its roles.',
  });

/** Ends each message that refuses a confirmation. */
export const CONFIRMATION_REFUSED = `Ask another admin to confirm it. After ${WAITING_HOURS} hours it needs no confirmation.`;

const confirmationRefused = (why: string) => envelopeErrors.FORBIDDEN({ message: `${why} ${CONFIRMATION_REFUSED}` });
