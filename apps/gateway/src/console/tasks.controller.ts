import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { NEWEST_TASK_FIRST } from '../database/page';
import { IMAGE_TASK_STATUSES, ImageTaskAdminService } from '../images';
import { PageRenderer } from '../pages';
import { ConsoleController } from './console-controller';
import { consoleUrl } from './console-parts';
import { cursorOf, refusedAs } from './found';
import { TaskPage, UnknownTaskPage } from './task.views';
import { TasksPage } from './tasks.views';

@ConsoleController('tasks')
export class TaskPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly tasks: ImageTaskAdminService,
  ) {}

  /** A value that nobody can have is the same as none. */
  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const customer_id = isUUID(query.customer_id) ? String(query.customer_id) : undefined;
    const status = IMAGE_TASK_STATUSES.find((each) => each === query.status);
    const cursor = cursorOf(query.after);
    const { items, next_cursor: next } = await this.tasks.list({ cursor, customer_id, status });
    const fields = { customer_id: customer_id ?? '', status: status ?? '' };
    this.pages.send(request, response, (page) =>
      TasksPage({ page, fields, items, next, isFirst: cursor === undefined }),
    );
  }

  @Get('find')
  find(@Res() response: Response, @Query('id') id: unknown): void {
    const text = typeof id === 'string' ? id.trim() : '';
    response.redirect(303, consoleUrl('tasks', text === '' ? '-' : text));
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const unknown = () =>
      this.pages.send(request, response.status(404), (page) => UnknownTaskPage({ page, id: id === '-' ? '' : id }));
    if (!NEWEST_TASK_FIRST.id.test(id)) return unknown();
    const refusal = await refusedAs([envelopeErrors.NOT_FOUND.code], async () => {
      const task = await this.tasks.find(id);
      this.pages.send(request, response, (page) => TaskPage({ page, task }));
    });
    if (refusal) unknown();
  }
}
