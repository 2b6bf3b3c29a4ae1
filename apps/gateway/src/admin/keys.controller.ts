import { Body, Delete, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { ChangeKeyDto, CreateKeyDto, KeyAdminService, RotateKeyDto } from '../keys';
import { CalledBy, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';
import { KeysQuery } from './keys.dto';

@AdminController('keys')
export class KeysController {
  constructor(private readonly keys: KeyAdminService) {}

  @Get()
  async list(@Query() query: KeysQuery) {
    return envelope(await this.keys.list(query, query.customer_id));
  }

  @Get(':id')
  async find(@RecordId() keyId: string) {
    return envelope({ key: await this.keys.find(keyId) });
  }

  @Post()
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async create(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @Body() input: CreateKeyDto) {
    return envelope(await this.keys.create(operator, recorder, input));
  }

  @Patch(':id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() keyId: string,
    @Body() input: ChangeKeyDto,
  ) {
    return envelope(await this.keys.change(operator, recorder, keyId, input));
  }

  @Post(':id/rotate')
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

  @Delete(':id')
  async revoke(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() keyId: string) {
    return envelope(await this.keys.revoke(operator, recorder, keyId));
  }
}
