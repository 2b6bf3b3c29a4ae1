import { Body, Delete, Get, Header, Post, Query } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { AdminKeysService, CalledBy, CreateAdminKeyDto, Needs, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('admin-keys')
@Needs('owner')
export class AdminKeysController {
  constructor(private readonly adminKeys: AdminKeysService) {}

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.adminKeys.list(page));
  }

  @Get(':id')
  async find(@RecordId() keyId: string) {
    return envelope({ admin_key: await this.adminKeys.find(keyId) });
  }

  @Post()
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateAdminKeyDto,
  ) {
    return envelope(await this.adminKeys.create(operator, recorder, input));
  }

  @Delete(':id')
  async revoke(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() keyId: string) {
    return envelope(await this.adminKeys.revoke(operator, recorder, keyId));
  }
}
