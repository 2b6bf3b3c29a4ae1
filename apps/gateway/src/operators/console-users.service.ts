import { Injectable } from '@nestjs/common';
import { hashPassword } from '@shipyard/auth';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { ConsoleUser } from './console-user.entity';
import { type ConsoleUserView, toConsoleUserView } from './operator.view';
import type { CreateConsoleUserDto } from './operators.dto';
import { assertNotLastOwner } from './owners';

export const noSuchUser = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no console user with this id. GET /admin/users lists the users.' });

@Injectable()
export class ConsoleUsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  list(page: PageQuery): Promise<Page<ConsoleUserView>> {
    return readPage(
      this.dataSource.manager.createQueryBuilder(ConsoleUser, 'console_user'),
      page,
      NEWEST_FIRST,
      toConsoleUserView,
    );
  }

  async find(userId: string): Promise<ConsoleUserView> {
    const user = await this.dataSource.manager.findOneBy(ConsoleUser, { id: userId });
    if (!user) throw noSuchUser();
    return toConsoleUserView(user);
  }

  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    { email, password, role }: CreateConsoleUserDto,
  ): Promise<{ user: ConsoleUserView }> {
    const passwordHash = await hashPassword(password);
    const id = uuidv7();
    return this.changes.make(actor, recorder, 'user.create', async (manager) => {
      // Avoids a unique violation, because Postgres would log the email.
      const inserted = await manager
        .createQueryBuilder()
        .insert()
        .into(ConsoleUser)
        .values({ id, email, passwordHash, role })
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length === 0)
        throw changeErrors.CONFLICT({ message: 'A user with this email already exists. Use another email.' });
      const view = toConsoleUserView(await manager.findOneByOrFail(ConsoleUser, { id }));
      return { subjectId: id, before: null, after: view, answer: { user: view } };
    });
  }

  remove(actor: Actor, recorder: ResponseRecorder, id: string): Promise<object> {
    return this.changes.make(actor, recorder, 'user.delete', async (manager) => {
      await assertNotLastOwner(manager, id);
      const user = await manager.findOne(ConsoleUser, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw noSuchUser();
      await manager.delete(ConsoleUser, { id });
      return { subjectId: id, before: toConsoleUserView(user), after: null, answer: {} };
    });
  }
}
