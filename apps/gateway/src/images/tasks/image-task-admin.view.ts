import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { TaskErrorView } from '../images.view';
import { PURCHASE_STEPS, type PurchaseStep } from './image-purchase.entity';
import { IMAGE_TASK_STATUSES, type ImageTaskStatus } from './image-task.entity';

export class ImageTaskRecordView {
  @Describe('The id of the task.')
  @IsString()
  id: string;

  @Describe('The customer.')
  @IsUUID()
  customer_id: string;

  @Describe('The key that submitted the task.')
  @IsUUID()
  key_id: string;

  @Describe('The request that submitted the task.')
  @IsString()
  request_id: string;

  @Describe('The image model.')
  @IsString()
  model: string;

  @Describe('The size as `<width>x<height>`.')
  @IsString()
  size: string;

  @Describe('How many images the customer asked for.')
  @IsInt()
  n: number;

  @Describe('How far the task is.')
  @IsIn(IMAGE_TASK_STATUSES)
  status: ImageTaskStatus;

  @Describe('The route that served the task. Null until one did.')
  @OrNull()
  @IsUUID()
  route_id: string | null;

  @Describe('What the supplier billed us: CNY as a decimal string. Null if it is not known.')
  @OrNull()
  @IsString()
  supplier_cost_cny: string | null;

  @Describe('Why it failed. Null if it did not.')
  @OrNull()
  @Holds(() => TaskErrorView)
  error: TaskErrorView | null;

  @Describe('When it was submitted.')
  @IsDateString()
  created_at: string;

  @Describe('When a worker began it. Null until then.')
  @OrNull()
  @IsDateString()
  started_at: string | null;

  @Describe('When it succeeded or failed. Null until then.')
  @OrNull()
  @IsDateString()
  finished_at: string | null;

  @Describe('When the result is deleted. Null until it is known.')
  @OrNull()
  @IsDateString()
  expires_at: string | null;
}

export class ImagePurchaseView {
  @Describe('The route that was tried.')
  @IsUUID()
  route_id: string;

  @Describe('The supplier of the route.')
  @IsString()
  supplier_id: string;

  @Describe('The name of the model at the supplier.')
  @IsString()
  upstream_model: string;

  @Describe('How far the purchase is.')
  @IsIn(PURCHASE_STEPS)
  step: PurchaseStep;

  @Describe('How many images were ordered.')
  @IsInt()
  n: number;

  @Describe('How many images came. Null until it is known.')
  @OrNull()
  @IsInt()
  images: number | null;

  @Describe("The supplier's id of the job.")
  @OrNull()
  @IsString()
  job_id: string | null;

  @Describe('Why it failed. Null if it did not.')
  @OrNull()
  @Holds(() => TaskErrorView)
  error: TaskErrorView | null;

  @Describe('When it was begun.')
  @IsDateString()
  begun_at: string;

  @Describe('When it ended. Null until then.')
  @OrNull()
  @IsDateString()
  ended_at: string | null;
}

export class ImageTaskDetailView extends ImageTaskRecordView {
  @Describe('What was ordered from suppliers for the task, in order.')
  @ListOf(() => ImagePurchaseView)
  purchases: ImagePurchaseView[];
}

export class ImageTaskAnswer {
  @Describe('The task.')
  @Holds(() => ImageTaskDetailView)
  task: ImageTaskDetailView;
}
