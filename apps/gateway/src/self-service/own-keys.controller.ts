import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAnswers, NO_RECORDER, type ResponseRecorder } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PageQuery } from '../database/page.dto';
import { IdempotencyService, replayHeaders } from '../idempotency';
import {
  CalledBy,
  type Caller,
  ChangeKeyDto,
  CreateOwnKeyDto,
  KeyAnswer,
  keyErrors,
  KeyWithSecret,
  OwnKeysService,
  RotateKeyDto,
} from '../keys';
import { OpenAiRoute } from '../v1';
import { KEYED, recorderOf } from './keyed-change';
import { OwnKeyListView } from './own-usage.view';

const NOT_WIDER = 'A key never gets more than the operator allowed the key that creates it.';

@Controller('v1/keys')
export class OwnKeysController {
  constructor(
    private readonly keys: OwnKeysService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'List your keys, newest first',
    answers: { 200: { description: 'The keys.', content: { 'application/json': OwnKeyListView } } },
  })
  async list(@CalledBy() caller: Caller, @Query() page: PageQuery): Promise<OwnKeyListView> {
    const { items, next_cursor } = await this.keys.list(caller, page);
    return { object: 'list', data: items, has_more: next_cursor !== null, next_cursor };
  }

  @Get(':id')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'Read one of your keys',
    answers: { 200: { description: 'The key.', content: { 'application/json': KeyAnswer } } },
    errors: [keyErrors.key_not_found],
  })
  find(@CalledBy() caller: Caller, @Param('id') keyId: string): Promise<KeyAnswer> {
    return this.keys.find(caller, keyId);
  }

  @Post()
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    ...KEYED,
    summary: 'Create a key',
    description: `The secret is shown once. Absent terms are those of the key that creates it. ${NOT_WIDER}`,
    answers: {
      201: { description: 'The key, and its secret.', content: { 'application/json': KeyWithSecret } },
    },
    errors: [keyErrors.model_not_allowed, keyErrors.too_many_keys, ...KEYED.errors],
  })
  async create(
    @CalledBy() caller: Caller,
    @Body() input: CreateOwnKeyDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.once(caller, request, response, (recorder) => this.keys.create(caller, recorder, input));
  }

  @Patch(':id')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'Change one of your keys',
    description: `Absent fields stay as they are. A key never gets more than the operator allowed it.`,
    answers: { 200: { description: 'The key.', content: { 'application/json': KeyAnswer } } },
    errors: [keyErrors.key_not_found, keyErrors.key_revoked, keyErrors.model_not_allowed],
  })
  change(@CalledBy() caller: Caller, @Param('id') keyId: string, @Body() input: ChangeKeyDto): Promise<KeyAnswer> {
    return this.keys.change(caller, NO_RECORDER, keyId, input);
  }

  @Post(':id/rotate')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    ...KEYED,
    summary: 'Give one of your keys a new secret',
    description:
      'The old secret stays valid for `grace_seconds`. The key must not be allowed more than the key that calls.',
    answers: {
      201: { description: 'The key, and its secret.', content: { 'application/json': KeyWithSecret } },
    },
    errors: [keyErrors.key_not_found, keyErrors.key_revoked, keyErrors.model_not_allowed, ...KEYED.errors],
  })
  async rotate(
    @CalledBy() caller: Caller,
    @Param('id') keyId: string,
    @Req() request: Request,
    @Res() response: Response,
    @Body() input?: RotateKeyDto,
  ): Promise<void> {
    await this.once(caller, request, response, (recorder) => this.keys.rotate(caller, recorder, keyId, input ?? {}));
  }

  @Delete(':id')
  @OpenAiRoute({ scope: 'keys' })
  @ApiAnswers({
    summary: 'Revoke one of your keys',
    answers: { 200: { description: 'The key.', content: { 'application/json': KeyAnswer } } },
    errors: [keyErrors.key_not_found],
  })
  revoke(@CalledBy() caller: Caller, @Param('id') keyId: string): Promise<KeyAnswer> {
    return this.keys.revoke(caller, NO_RECORDER, keyId);
  }

  /** A repeat with the same Idempotency-Key gets the same secret. */
  private async once(
    caller: Caller,
    request: Request,
    response: Response,
    make: (recorder: ResponseRecorder) => Promise<KeyWithSecret>,
  ): Promise<void> {
    response.status(201).setHeader('cache-control', 'no-store');
    const replay = await this.idempotency.once(caller, request, request.body, async (recorder) => {
      response.json(await make(recorderOf(recorder)));
    });
    if (replay !== null) response.set(replayHeaders).json(replay);
  }
}
