import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import type { Request, Response } from 'express';
import { METERED_CALL_ERRORS, SUPPLIER_CALL_ERRORS } from '../../error-tables';
import { IdempotencyService, KEYED_CALL, replayHeaders } from '../../idempotency';
import { CalledBy, type Caller } from '../../keys';
import { formatCny } from '../../money';
import { OpenAiRoute } from '../../v1';
import { sendImageJson } from '../files/send-pieces';
import { ImageGenerationInput } from '../images.dto';
import { imageErrors } from '../images.errors';
import { ImagesView } from '../images.view';
import { type KeptImages, ImagesService } from './images.service';

@Controller('v1/images')
export class ImageGenerationsController {
  constructor(
    private readonly images: ImagesService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post('generations')
  @HttpCode(200)
  @OpenAiRoute({ scope: 'image' })
  @ApiAnswers({
    ...KEYED_CALL,
    summary: 'Draw images',
    description: 'Each image that comes back is charged. Use a task for a model that takes long.',
    answers: { 200: { description: 'The images.', content: { 'application/json': ImagesView } } },
    errors: [
      ...METERED_CALL_ERRORS,
      imageErrors.unsupported_size,
      imageErrors.n_too_large,
      ...SUPPLIER_CALL_ERRORS,
      ...KEYED_CALL.errors,
    ],
  })
  async generate(
    @CalledBy() caller: Caller,
    @Body() input: ImageGenerationInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const replay = await this.idempotency.once(caller, request, request.body, async (recorder) => {
      const { answer, images, costNano } = await this.images.generate(caller, input, recorder);
      response.setHeader('x-gateway-cost-cny', formatCny(costNano));
      await sendImageJson(answer, images, response);
    });
    // The answers stored for this route come from the lines above.
    if (replay !== null) response.set(replayHeaders).json(this.images.withAddresses(replay as KeptImages));
  }
}
