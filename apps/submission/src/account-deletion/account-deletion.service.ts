import { Injectable } from '@nestjs/common';
import { tokenInvalid } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, isLastAdmin } from '../accounts';
import { projectErrors } from '../projects';
import type { DeleteAccountDto } from './account-deletion.dto';
import type { DeletedAccountView } from './account-deletion.view';

const TRIES = 3;
const DEADLOCK_DETECTED = '40P01';

@Injectable()
export class AccountDeletionService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Deletes the account:
   * 1. In one transaction, `close_account` removes the personal data, ends what runs, and hides the projects that go.
   *    It also writes the row from which the worker continues.
   * 2. The worker erases those projects and their files.
   * Only one of two calls at once succeeds.
   */
  async delete({ accountId }: Caller, { projects }: DeleteAccountDto): Promise<DeletedAccountView> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.dataSource.transaction((manager) => close(manager, accountId, projects));
      } catch (error) {
        // It locks many projects, and a worker may publish one of their reviews at the same time.
        if (errorCodeOf(error) !== DEADLOCK_DETECTED || left <= 1) throw error;
      }
    }
  }
}

async function close(
  manager: EntityManager,
  accountId: string,
  fate: DeleteAccountDto['projects'],
): Promise<DeletedAccountView> {
  if (await isLastAdmin(manager, accountId))
    throw projectErrors.STATE_CONFLICT({
      message: 'You are the last admin, and only an admin can appoint another. Appoint one, then delete your account.',
    });
  const [closed] = await manager.query<{ erased: number | null; kept: number | null }[]>(
    'SELECT erased, kept FROM close_account($1, $2)',
    [accountId, fate],
  );
  if (!closed) throw tokenInvalid();
  return { projects_erased: closed.erased ?? 0, projects_kept: closed.kept ?? 0 };
}
