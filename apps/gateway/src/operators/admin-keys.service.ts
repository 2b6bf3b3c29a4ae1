import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { AdminKey } from './admin-key.entity';
import { type AdminKeyView, toAdminKeyView } from './operator.view';
import type { CreateAdminKeyDto } from './operators.dto';
import { assertNotLastOwner } from './owners';

const noSuchKey = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no admin key with this id. GET /admin/admin-keys lists the keys.' });

@Injectable()
export class AdminKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  list(page: PageQuery): Promise<Page<AdminKeyView>> {
    return readPage(this.dataSource.manager.createQueryBuilder(AdminKey, 'key'), page, NEWEST_FIRST, toAdminKeyView);
  }

  async find(keyId: string): Promise<AdminKeyView> {
    const key = await this.dataSource.manager.findOneBy(AdminKey, { id: keyId });
    if (!key) throw noSuchKey();
    return toAdminKeyView(key);
  }

  create(
    actor: Actor,
    recorder: ResponseRecorder,
    { name, role }: CreateAdminKeyDto,
  ): Promise<{ admin_key: AdminKeyView; secret: string }> {
    const secret = mintToken('gwa_');
    const id = uuidv7();
    return this.changes.make(actor, recorder, 'admin_key.create', async (manager) => {
      await manager.insert(AdminKey, { id, name, role, secretHash: hashToken(secret), last4: secret.slice(-4) });
      const view = toAdminKeyView(await manager.findOneByOrFail(AdminKey, { id }));
      return { subjectId: id, before: null, after: view, answer: { admin_key: view, secret } };
    });
  }

  /** Acts at once, because each call looks up its key. Throws CONFLICT for the last owner. */
  revoke(actor: Actor, recorder: ResponseRecorder, id: string): Promise<{ admin_key: AdminKeyView }> {
    return this.changes.make(actor, recorder, 'admin_key.revoke', async (manager) => {
      await assertNotLastOwner(manager, id);
      const key = await manager.findOne(AdminKey, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!key) throw noSuchKey();
      if (key.revokedAt === null) await manager.update(AdminKey, { id }, { revokedAt: () => 'now()' });
      const after = toAdminKeyView(await manager.findOneByOrFail(AdminKey, { id }));
      return { subjectId: id, before: toAdminKeyView(key), after, answer: { admin_key: after } };
    });
  }
}
