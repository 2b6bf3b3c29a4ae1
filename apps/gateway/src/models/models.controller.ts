import { createHash } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CatalogService } from './catalog.service';
import { toModelView } from './model-view';

/** The public catalog. It ignores any key that is sent. */
@Controller('v1/models')
export class ModelsController {
  constructor(private readonly catalog: CatalogService) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const models = await this.catalog.listActive();
    answerCacheable(request, response, { object: 'list', data: models.map(toModelView) });
  }

  @Get(':id')
  async find(@Param('id') modelId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    answerCacheable(request, response, toModelView(await this.catalog.findActive(modelId)));
  }
}

function answerCacheable(request: Request, response: Response, answer: object): void {
  const body = JSON.stringify(answer);
  response.setHeader('etag', `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`);
  response.setHeader('cache-control', 'no-cache');
  if (request.fresh) response.status(304).end();
  else response.type('application/json').send(body);
}
