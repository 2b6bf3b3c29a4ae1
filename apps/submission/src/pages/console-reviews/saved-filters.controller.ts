import { Get, Post, Req, Res } from '@nestjs/common';
import { checkFields } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { QueueFilterDto, QueueFilters } from '../../staff';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { filterQuery, queueUrl, readQueueFields } from './queue-address';
import { ReviewQueueQuery } from './queue.query';
import { QueuePage } from './queue.views';
import type { SavedProblem } from './saved-filters.views';

/** No project has the slug "new". */
@ConsoleController('console/reviews/new/filters', 'reviewer')
export class SavedFiltersController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly queue: ReviewQueueQuery,
    private readonly filters: QueueFilters,
  ) {}

  /** Where a reload or a log-in leads. */
  @Get(['', 'delete'])
  leave(@Res() response: Response): void {
    response.redirect(303, '/console/reviews');
  }

  @StudioForm({ keeps: { name: ({ consoleLists }) => consoleLists.name, query: null } })
  @Post()
  async save(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const sent = await this.forms.read(request, response);
    const url = `/console/reviews?${sent.query ?? ''}`;
    const queue = await this.queue.find(url, caller);
    const { values } = await checkFields(QueueFilterDto, { name: sent.name ?? '' });
    // Only what the queue itself would write is kept.
    const query = filterQuery(
      readQueueFields(
        url,
        queue.programs.map(({ id }) => id),
      ),
    ).toString();
    const isSaved = values !== null && (await this.filters.save(caller, values.name, query));
    if (isSaved) return response.redirect(303, queueUrl(queue.fields));
    const problem: SavedProblem = values === null ? 'nameWrong' : 'tooMany';
    this.pages.send(
      request,
      response.status(values === null ? 400 : 409),
      (page) => QueuePage({ page, caller, queue, problem, name: sent.name }),
      { hasScripts: true },
    );
  }

  @StudioForm()
  @Post('delete')
  async remove(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const { place = '' } = await this.forms.read(request, response);
    if (/^\d{1,2}$/.test(place)) await this.filters.remove(caller, Number(place));
    response.redirect(303, '/console/reviews');
  }
}
