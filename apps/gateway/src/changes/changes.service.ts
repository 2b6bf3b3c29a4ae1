import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { currentRequestId } from '@shipyard/platform/request-context';
import { DataSource, type EntityManager } from 'typeorm';
import { type Page, NEWEST_FIRST, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import type { Actor } from './actor';
import { ChangeEntry } from './change-entry.entity';
import type { ChangeView } from './change.view';

export type { Actor } from './actor';

export interface Change<Answer> {
  subjectId: string;
  before: object | null;
  after: object | null;
  answer: Answer;
  isRepetition?: boolean;
}

/** All changes by operators, and by keys of customers, go through this service, so that each is recorded. */
@Injectable()
export class ChangesService {
  constructor(private readonly dataSource: DataSource) {}

  /** One transaction. `action` is `<noun>.<verb>`. */
  async make<Answer>(
    actor: Actor,
    recorder: ResponseRecorder,
    action: string,
    work: (manager: EntityManager) => Promise<Change<Answer>>,
  ): Promise<Answer> {
    return this.dataSource.transaction(async (manager) => {
      const { subjectId, before, after, answer, isRepetition = false } = await work(manager);
      if (isRepetition) return recorder.record(manager, answer);
      await manager.insert(ChangeEntry, {
        id: uuidv7(),
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
        requestId: currentRequestId() ?? 'none',
        action,
        subjectId,
        before,
        after,
      });
      return recorder.record(manager, answer);
    });
  }

  list(page: PageQuery): Promise<Page<ChangeView>> {
    return readPage(this.dataSource.manager.createQueryBuilder(ChangeEntry, 'entry'), page, NEWEST_FIRST, toChangeView);
  }

  async find(entryId: string): Promise<ChangeView | null> {
    const entry = await this.dataSource.manager.findOneBy(ChangeEntry, { id: entryId });
    return entry && toChangeView(entry);
  }
}

function toChangeView({ actorKind, actorId, actorName, ...entry }: ChangeEntry): ChangeView {
  return {
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    actor: { kind: actorKind, id: actorId, name: actorName },
    request_id: entry.requestId,
    action: entry.action,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
  };
}
