import { Injectable } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { ImageTask, type ImageTaskStatus } from './image-task.entity';

/** A task, for operators: never its prompt. */
export interface ImageTaskRecordView {
  id: string;
  customer_id: string;
  key_id: string;
  request_id: string;
  model: string;
  size: string;
  n: number;
  status: ImageTaskStatus;
  route_id: string | null;
  error: { code: string; message: string } | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  expires_at: string | null;
}

@Injectable()
export class ImageTaskRecordsService {
  constructor(private readonly dataSource: DataSource) {}

  list(page: PageQuery): Promise<Page<ImageTaskRecordView>> {
    return readPage(this.dataSource.manager.createQueryBuilder(ImageTask, 'task'), page, NEWEST_FIRST, toRecordView);
  }

  async find(taskId: string): Promise<ImageTaskRecordView> {
    const task = await this.dataSource.manager.findOneBy(ImageTask, { id: taskId });
    if (!task) throw envelopeErrors.NOT_FOUND({ message: 'There is no such image task.' });
    return toRecordView(task);
  }
}

function toRecordView(task: ImageTask): ImageTaskRecordView {
  return {
    id: task.id,
    customer_id: task.customerId,
    key_id: task.keyId,
    request_id: task.requestId,
    model: task.modelId,
    size: task.size,
    n: task.imageCount,
    status: task.status,
    route_id: task.routeId,
    error: task.errorCode === null ? null : { code: task.errorCode, message: task.errorMessage ?? '' },
    created_at: task.createdAt.toISOString(),
    started_at: task.startedAt?.toISOString() ?? null,
    finished_at: task.finishedAt?.toISOString() ?? null,
    expires_at: task.expiresAt?.toISOString() ?? null,
  };
}
