import { Body, Delete, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { pageOf } from '../database/page.view';
import { ChangeKeyDto, CreateKeyDto, KeyAdminService, KeyAnswer, KeyView, KeyWithSecret, RotateKeyDto } from '../keys';
import { CalledBy, type Operator, WithFreshSecondFactor } from '../operators';
import { AdminController, RecordId } from './admin-controller';
import { KeysQuery } from './keys.dto';

@AdminController('keys')
export class KeysController {
  constructor(private readonly keys: KeyAdminService) {}

  @ApiOperation({ summary: 'List the keys of customers, newest first', data: pageOf(KeyView) })
  @Get()
  async list(@Query() query: KeysQuery) {
    return envelope(await this.keys.list(query, query.customer_id));
  }

  @ApiOperation({ summary: 'Read a key', data: KeyAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@RecordId() keyId: string) {
    return envelope({ key: await this.keys.find(keyId) });
  }

  @ApiOperation({
    summary: 'Create a key for a customer',
    description: 'The secret is shown once.',
    data: KeyWithSecret,
  })
  @Post()
  @WithFreshSecondFactor()
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async create(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @Body() input: CreateKeyDto) {
    return envelope(await this.keys.create(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Change a key',
    description: 'Absent fields stay as they are. Null removes a limit. A revoked key is a CONFLICT.',
    data: KeyAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Patch(':id')
  @WithFreshSecondFactor()
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() keyId: string,
    @Body() input: ChangeKeyDto,
  ) {
    return envelope(await this.keys.change(operator, recorder, keyId, input));
  }

  @ApiOperation({
    summary: 'Give a key a new secret',
    description: 'The old secret stays valid for `grace_seconds`. A revoked key is a CONFLICT.',
    data: KeyWithSecret,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Post(':id/rotate')
  @WithFreshSecondFactor()
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async rotate(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() keyId: string,
    @Body() input?: RotateKeyDto,
  ) {
    return envelope(await this.keys.rotate(operator, recorder, keyId, input ?? {}));
  }

  @ApiOperation({ summary: 'Revoke a key', data: KeyAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Delete(':id')
  async revoke(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() keyId: string) {
    return envelope(await this.keys.revoke(operator, recorder, keyId));
  }
}
