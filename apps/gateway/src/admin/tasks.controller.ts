import { Get, Query } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { ImageTaskAdminService } from '../images';
import { AdminController, NamedId } from './admin-controller';

@AdminController('tasks')
export class TasksController {
  constructor(private readonly tasks: ImageTaskAdminService) {}

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.tasks.list(page));
  }

  @Get(':id')
  async find(@NamedId() taskId: string) {
    return envelope({ task: await this.tasks.find(taskId) });
  }
}
