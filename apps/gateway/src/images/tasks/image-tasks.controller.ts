import { Body, Controller, Get, Head, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { IdempotencyService, replayHeaders } from '../../idempotency';
import { CalledBy, type Caller } from '../../keys';
import { formatCny } from '../../money';
import { OpenAiRoute } from '../../openai';
import { sendImageJson } from '../files/send-pieces';
import { ImageTaskInput, ImageTaskQuery } from '../images.dto';
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
  refuseHead(): never {
    throw new RequestFault({ kind: 'route_unknown' });
  }

  @Get('tasks/:id')
  @OpenAiRoute({ scope: 'image' })
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
