import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import type { Request, Response } from 'express';
import { OperatorGuard } from '../operators';
import { ApiDocumentsService } from './api-documents.service';
import { answerText, CONDITIONAL, UNCHANGED } from './served-text';

const JSON_TYPE = 'application/json; charset=utf-8';
const READ_DOCUMENT = {
  ...CONDITIONAL,
  summary: 'Read this description as OpenAPI 3.1',
  answers: { 200: { description: 'The document.', content: { 'application/json': null } }, 304: UNCHANGED },
} as const;

@Controller('v1/openapi.json')
export class CustomersOpenApiController {
  constructor(private readonly documents: ApiDocumentsService) {}

  @Get()
  @ApiAnswers(READ_DOCUMENT)
  read(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answerText(request, response, JSON.stringify(this.documents.get('customers')), JSON_TYPE);
  }
}

/** Everything under /admin needs an operator. A stranger need not learn what operators can do. */
@Controller('admin/openapi.json')
@UseGuards(OperatorGuard)
export class OperatorsOpenApiController {
  constructor(private readonly documents: ApiDocumentsService) {}

  @Get()
  @ApiAnswers(READ_DOCUMENT)
  read(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answerText(
      request,
      response,
      JSON.stringify(this.documents.get('operators')),
      JSON_TYPE,
      'private, no-cache',
    );
  }
}
