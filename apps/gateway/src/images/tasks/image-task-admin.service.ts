import { Injectable } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { NEWEST_TASK_FIRST, type Page, readPage } from '../../database/page';
import type { PageQuery } from '../../database/page.dto';
import { formatCny } from '../../money';
import { ImagePurchase } from './image-purchase.entity';
import { ImageTask, type ImageTaskStatus } from './image-task.entity';
import type { ImagePurchaseView, ImageTaskDetailView, ImageTaskRecordView } from './image-task-admin.view';

interface TaskFilter extends PageQuery {
  customer_id?: string;
  status?: ImageTaskStatus;
}

@Injectable()
export class ImageTaskAdminService {
  constructor(private readonly dataSource: DataSource) {}

  list({ customer_id: customerId, status, ...page }: TaskFilter): Promise<Page<ImageTaskRecordView>> {
    const tasks = this.dataSource.manager.createQueryBuilder(ImageTask, 'task').where({
      ...(customerId !== undefined && { customerId }),
      ...(status !== undefined && { status }),
    });
    return readPage(tasks, page, NEWEST_TASK_FIRST, toRecordView);
  }

  async find(taskId: string): Promise<ImageTaskDetailView> {
    const task = await this.dataSource.manager.findOneBy(ImageTask, { id: taskId });
    if (!task)
      throw envelopeErrors.NOT_FOUND({
        message: 'There is no image task with this id. GET /admin/tasks lists the tasks.',
      });
    const purchases = await this.dataSource.manager.find(ImagePurchase, {
      where: { taskId },
      order: { begunAt: 'ASC', position: 'ASC' },
    });
    return { ...toRecordView(task), purchases: purchases.map(toPurchaseView) };
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
    supplier_cost_cny: task.supplierCostNano === null ? null : formatCny(task.supplierCostNano),
    error: toErrorView(task),
    created_at: task.createdAt.toISOString(),
    started_at: task.startedAt?.toISOString() ?? null,
    finished_at: task.finishedAt?.toISOString() ?? null,
    expires_at: task.expiresAt?.toISOString() ?? null,
  };
}

function toPurchaseView(purchase: ImagePurchase): ImagePurchaseView {
  return {
    route_id: purchase.routeId,
    supplier_id: purchase.supplierId,
    upstream_model: purchase.upstreamModel,
    step: purchase.step,
    n: purchase.imageCount,
    images: purchase.drawnCount,
    job_id: purchase.jobId,
    error: toErrorView(purchase),
    begun_at: purchase.begunAt.toISOString(),
    ended_at: purchase.endedAt?.toISOString() ?? null,
  };
}

const toErrorView = ({ errorCode, errorMessage }: Pick<ImageTask, 'errorCode' | 'errorMessage'>) =>
  errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
