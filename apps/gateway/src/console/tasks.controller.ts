import { Get, Param, Query } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { NEWEST_TASK_FIRST } from '../database/page';
import { IMAGE_TASK_STATUSES, ImageTaskAdminService } from '../images';
import { ConsoleController } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { cursorOf, refusedAs, typedId } from './found';
import { UnknownRecordPage } from './record-list.views';
import { TaskPage } from './task.views';
import { TasksPage } from './tasks.views';

@ConsoleController('tasks')
export class TaskPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly tasks: ImageTaskAdminService,
  ) {}

  /** A value that nobody can have is the same as none. */
  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() query: Readonly<Record<string, unknown>>): Promise<void> {
    const customer_id = isUUID(query.customer_id) ? String(query.customer_id) : undefined;
    const status = IMAGE_TASK_STATUSES.find((each) => each === query.status);
    const cursor = cursorOf(query.after);
    const { items, next_cursor: next } = await this.tasks.list({ cursor, customer_id, status });
    const fields = { customer_id: customer_id ?? '', status: status ?? '' };
    this.pages.send(visit, (page) => TasksPage({ page, fields, items, next, isFirst: cursor === undefined }));
  }

  @Get('find')
  find(@Visit() visit: ConsoleVisit, @Query('id') id: unknown): void {
    visit.leadTo(consoleUrl('tasks', typedId(id)));
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const unknown = () => this.pages.send(visit.status(404), (page) => UnknownRecordPage({ page, part: 'tasks', id }));
    if (!NEWEST_TASK_FIRST.id.test(id)) return unknown();
    const refusal = await refusedAs([envelopeErrors.NOT_FOUND.code], async () => {
      const task = await this.tasks.find(id);
      this.pages.send(visit, (page) => TaskPage({ page, task }));
    });
    if (refusal) unknown();
  }
}
