import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { ImageTaskAdminService, ImageTaskAnswer, ImageTaskRecordView } from '../images';
import { AdminController, NamedId } from './admin-controller';

@AdminController('tasks')
export class TasksController {
  constructor(private readonly tasks: ImageTaskAdminService) {}

  @ApiOperation({ summary: 'List the image tasks of all customers, newest first', data: pageOf(ImageTaskRecordView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.tasks.list(page));
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
