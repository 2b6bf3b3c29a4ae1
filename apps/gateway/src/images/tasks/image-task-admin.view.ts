import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { TaskErrorView } from '../images.view';
import { PURCHASE_STEPS, type PurchaseStep } from './image-purchase.entity';
import { IMAGE_TASK_STATUSES, type ImageTaskStatus } from './image-task.entity';

export class ImageTaskRecordView {
  @IsString()
  id: string;

  @IsUUID()
  customer_id: string;

  @IsUUID()
  key_id: string;

  @IsString()
  request_id: string;

  @IsString()
  model: string;

  @IsString()
  size: string;

  @IsInt()
  n: number;

  @IsIn(IMAGE_TASK_STATUSES)
  status: ImageTaskStatus;

  @OrNull()
  @IsUUID()
  route_id: string | null;

  @OrNull()
  @IsString()
  supplier_cost_cny: string | null;

  @OrNull()
  @Holds(() => TaskErrorView)
  error: TaskErrorView | null;

  @IsDateString()
  created_at: string;

  @OrNull()
  @IsDateString()
  started_at: string | null;

  @OrNull()
  @IsDateString()
  finished_at: string | null;

  @OrNull()
  @IsDateString()
  expires_at: string | null;
}

export class ImagePurchaseView {
  @IsUUID()
  route_id: string;

  @IsString()
  supplier_id: string;

  @IsString()
  upstream_model: string;

  @IsIn(PURCHASE_STEPS)
  step: PurchaseStep;

  @IsInt()
  n: number;

  @OrNull()
  @IsInt()
  images: number | null;

  @Describe("The supplier's id of the job.")
  @OrNull()
  @IsString()
  job_id: string | null;

  @OrNull()
  @Holds(() => TaskErrorView)
  error: TaskErrorView | null;

  @IsDateString()
  begun_at: string;

  @OrNull()
  @IsDateString()
  ended_at: string | null;
}

export class ImageTaskDetailView extends ImageTaskRecordView {
  @ListOf(() => ImagePurchaseView)
  purchases: ImagePurchaseView[];
}

export class ImageTaskAnswer {
  @Holds(() => ImageTaskDetailView)
  task: ImageTaskDetailView;
}
