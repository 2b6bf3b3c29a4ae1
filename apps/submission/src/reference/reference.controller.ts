import { Controller, Get, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiAnswers, matchesEtag } from '@shipyard/http';
import type { Request, Response } from 'express';
import { ApiDocumentService, type ServedText } from './api-document.service';

const READ = {
  headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
  answerHeaders: { ETag: 'Changes with the release.' },
};
const unchanged = { description: 'The answer that If-None-Match names has not changed.' };

@TokenOptional()
@Controller()
export class ReferenceController {
  constructor(private readonly documents: ApiDocumentService) {}

  @Get('api/v1/openapi.json')
  @ApiAnswers({
    summary: 'Read this description as OpenAPI 3.1',
    ...READ,
    answers: { 200: { description: 'The document.', content: { 'application/json': null } }, 304: unchanged },
  })
  document(@Req() request: Request, @Res() response: Response): void {
    send(this.documents.get('document'), request, response);
  }

  @Get('llms.txt')
  @ApiAnswers({
    summary: 'Read the index for AI assistants',
    ...READ,
    answers: { 200: { description: 'The index.', content: { 'text/plain': null } }, 304: unchanged },
  })
  llms(@Req() request: Request, @Res() response: Response): void {
    send(this.documents.get('llms'), request, response);
  }

  @Get('llms-full.txt')
  @ApiAnswers({
    summary: 'Read the whole documentation as one text',
    ...READ,
    answers: { 200: { description: 'The text.', content: { 'text/plain': null } }, 304: unchanged },
  })
  llmsFull(@Req() request: Request, @Res() response: Response): void {
    send(this.documents.get('llmsFull'), request, response);
  }
}

function send({ type, text, etag }: ServedText, request: Request, response: Response): void {
  response.set({ etag, 'cache-control': 'public, no-cache' });
  if (matchesEtag(request.headers['if-none-match'], etag)) response.status(304).end();
  else response.type(type).send(text);
}
