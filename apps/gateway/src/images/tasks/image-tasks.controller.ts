import { Body, Controller, Get, Head, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAnswers, OutsideApi, RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { METERED_CALL_ERRORS } from '../../error-tables';
import { IdempotencyService, KEYED_CALL, replayHeaders } from '../../idempotency';
import { CalledBy, type Caller } from '../../keys';
import { formatCny } from '../../money';
import { OpenAiRoute } from '../../v1';
import { sendImageJson } from '../files/send-pieces';
import { ImageTaskInput, ImageTaskQuery } from '../images.dto';
import { imageErrors } from '../images.errors';
import { ImageTaskView, SubmittedTaskView } from '../images.view';
import { ImageTasksService } from './image-tasks.service';

@Controller('v1/images')
export class ImageTasksController {
  constructor(
    private readonly tasks: ImageTasksService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post('tasks')
  @HttpCode(202)
  @OpenAiRoute({ scope: 'image' })
  @ApiAnswers({
    ...KEYED_CALL,
    summary: 'Submit an image task',
    description: 'It holds the price of the task and charges nothing.',
    answers: { 202: { description: 'The task.', content: { 'application/json': SubmittedTaskView } } },
    answerHeaders: {
      'idempotency-replayed': KEYED_CALL.answerHeaders['idempotency-replayed'],
      Location: 'The path of the task.',
      'Retry-After': 'Seconds to wait before you retrieve it.',
    },
    errors: [...METERED_CALL_ERRORS, imageErrors.unsupported_size, imageErrors.n_too_large, ...KEYED_CALL.errors],
  })
  async submit(
    @CalledBy() caller: Caller,
    @Body() input: ImageTaskInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = (task: { id: string }) =>
      response.set({ location: `/v1/images/tasks/${task.id}`, 'retry-after': '1' }).json(task);
    const replay = await this.idempotency.once(caller, request, request.body, async (recorder) => {
      answer(await this.tasks.submit(caller, input, recorder));
    });
    if (replay === null) return;
    response.set(replayHeaders);
    answer(replay as { id: string });
  }

  /** Express would run the GET handler for a HEAD, and charge for an image that nobody sees. */
  @Head('tasks/:id')
  @OutsideApi()
  refuseHead(): never {
    throw new RequestFault({ kind: 'route_unknown' });
  }

  @Get('tasks/:id')
  @OpenAiRoute({ scope: 'image' })
  @ApiAnswers({
    summary: 'Retrieve an image task',
    description: 'The first retrieval with the status `succeeded` charges the task. Later ones are free.',
    answers: { 200: { description: 'The task.', content: { 'application/json': ImageTaskView } } },
    answerHeaders: {
      'x-gateway-cost-cny': 'Only on the retrieval that charged: a decimal string.',
      'Retry-After': 'Seconds to wait before the next retrieval, while the task is not done.',
    },
    errors: [imageErrors.task_not_found, imageErrors.task_expired, imageErrors.file_expired],
  })
  async retrieve(
    @CalledBy() caller: Caller,
    @Param('id') taskId: string,
    @Query() query: ImageTaskQuery,
    @Res() response: Response,
  ): Promise<void> {
    response.setHeader('cache-control', 'no-store');
    const { view, images, chargedNano } = await this.tasks.retrieve(caller, taskId, query.response_format ?? 'url');
    if (chargedNano !== null) response.setHeader('x-gateway-cost-cny', formatCny(chargedNano));
    if (view.status === 'pending' || view.status === 'running') response.setHeader('retry-after', '1');
    await sendImageJson(view, images, response);
  }
}
