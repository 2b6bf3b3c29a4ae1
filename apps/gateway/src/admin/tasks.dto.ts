import { Describe } from '@shipyard/http';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { PageQuery } from '../database/page.dto';
import { IMAGE_TASK_STATUSES, type ImageTaskStatus } from '../images';

export class TasksQuery extends PageQuery {
  @Describe('The id of a customer. If absent: the tasks of all customers.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @Describe('How far the tasks are. If absent: all.')
  @IsOptional()
  @IsIn(IMAGE_TASK_STATUSES)
  status?: ImageTaskStatus;
}
