import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdempotencyService, replayHeaders } from '../../idempotency';
import { CalledBy, type Caller } from '../../keys';
import { formatCny } from '../../money';
import { OpenAiRoute } from '../../openai';
import { sendImageJson } from '../files/send-pieces';
import { ImageGenerationInput } from '../images.dto';
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
