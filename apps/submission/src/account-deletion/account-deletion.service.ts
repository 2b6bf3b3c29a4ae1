import { Injectable } from '@nestjs/common';
import { tokenInvalid } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, isLastAdmin, RecentSignInService } from '../accounts';
import { projectErrors } from '../projects';
import type { DeleteAccountDto } from './account-deletion.dto';
import type { DeletedAccountView } from './account-deletion.view';

const TRIES = 3;
const DEADLOCK_DETECTED = '40P01';

/** Rolls back. The caller became an admin after the request was let in. */
class NowAdmin extends Error {}

@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly recentSignIn: RecentSignInService,
  ) {}

  /**
   * Deletes the account:
   * 1. Its holder proves who they are, because nothing brings the account back.
   * 2. In one transaction, `close_account` removes the personal data, ends what runs, and hides the projects that go.
   *    It also writes the row from which the worker continues.
   * 3. The worker erases those projects and their files.
   * Only one of two calls at once succeeds.
   */
  async delete(
    caller: Caller,
    { projects, current_password: password }: DeleteAccountDto,
  ): Promise<DeletedAccountView> {
    await this.recentSignIn.assertHolder(caller, password);
    const { accountId, roles, withheldRoles } = caller;
    let isAdmin = [...roles, ...withheldRoles].includes('admin');
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.dataSource.transaction((manager) => close(manager, { accountId, isAdmin, fate: projects }));
      } catch (error) {
        // It locks many projects, and a worker may publish one of their reviews at the same time.
        const isWorthRetrying = errorCodeOf(error) === DEADLOCK_DETECTED || error instanceof NowAdmin;
        if (!isWorthRetrying || left <= 1) throw error;
        isAdmin ||= error instanceof NowAdmin;
      }
    }
  }
}

interface Closing {
  accountId: string;
  isAdmin: boolean;
  fate: DeleteAccountDto['projects'];
}

/** Locks the admins only for one of them, so that other deletions need not wait for each other. */
async function close(manager: EntityManager, { accountId, isAdmin, fate }: Closing): Promise<DeletedAccountView> {
  if (isAdmin && (await isLastAdmin(manager, accountId)))
    throw projectErrors.STATE_CONFLICT({
      message: 'You are the last admin, and only an admin can appoint another. Appoint one, then delete your account.',
    });
  const [closed] = await manager.query<{ erased: number | null; kept: number | null; wasAdmin: boolean | null }[]>(
    'SELECT erased, kept, was_admin AS "wasAdmin" FROM close_account($1, $2)',
    [accountId, fate],
  );
  if (!closed) throw tokenInvalid();
  if (closed.wasAdmin && !isAdmin) throw new NowAdmin();
  return { projects_erased: closed.erased ?? 0, projects_kept: closed.kept ?? 0 };
}
