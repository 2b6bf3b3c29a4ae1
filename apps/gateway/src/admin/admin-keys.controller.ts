import { Body, Delete, Get, Header, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import {
  AdminKeyAnswer,
  AdminKeysService,
  AdminKeyView,
  AdminKeyWithSecret,
  CalledBy,
  CreateAdminKeyDto,
  Needs,
  type Operator,
  WithFreshSecondFactor,
} from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('admin-keys')
@Needs('owner')
export class AdminKeysController {
  constructor(private readonly adminKeys: AdminKeysService) {}

  @ApiOperation({ summary: 'List the admin keys', data: pageOf(AdminKeyView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.adminKeys.list(page));
  }

  @ApiOperation({ summary: 'Read an admin key', data: AdminKeyAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@RecordId() keyId: string) {
    return envelope({ admin_key: await this.adminKeys.find(keyId) });
  }

  @ApiOperation({ summary: 'Create an admin key', description: 'The secret is shown once.', data: AdminKeyWithSecret })
  @Post()
  @SecretAnswer()
  @WithFreshSecondFactor()
  @Header('cache-control', 'no-store')
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateAdminKeyDto,
  ) {
    return envelope(await this.adminKeys.create(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Revoke an admin key',
    description: 'The last owner cannot be revoked.',
    data: AdminKeyAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete(':id')
  async revoke(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() keyId: string) {
    return envelope(await this.adminKeys.revoke(operator, recorder, keyId));
  }
}
