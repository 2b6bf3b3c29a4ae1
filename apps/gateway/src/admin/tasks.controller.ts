import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { pageOf } from '../database/page.view';
import { ImageTaskAdminService, ImageTaskAnswer, ImageTaskRecordView } from '../images';
import { AdminController, NamedId } from './admin-controller';
import { TasksQuery } from './tasks.dto';

@AdminController('tasks')
export class TasksController {
  constructor(private readonly tasks: ImageTaskAdminService) {}

  @ApiOperation({ summary: 'List the image tasks of all customers, newest first', data: pageOf(ImageTaskRecordView) })
  @Get()
  async list(@Query() query: TasksQuery) {
    return envelope(await this.tasks.list(query));
  }

  @ApiOperation({
    summary: 'Read an image task with its purchases',
    data: ImageTaskAnswer,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get(':id')
  async find(@NamedId() taskId: string) {
    return envelope({ task: await this.tasks.find(taskId) });
  }
}
