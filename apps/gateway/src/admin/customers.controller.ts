import type { IncomingHttpHeaders } from 'node:http';
import { Body, Get, Headers, Patch, Post, Query, Res } from '@nestjs/common';
import {
  envelope,
  inputInvalid,
  OnceByItself,
  readIdempotencyKey,
  Recorder,
  type ResponseRecorder,
} from '@shipyard/http';
import type { Response } from 'express';
import { CreditDto, CreditsService } from '../billing';
import { ChangeCustomerDto, CreateCustomerDto, CustomerAdminService } from '../customers';
import { PageQuery } from '../database/page.dto';
import { CalledBy, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController('customers')
export class CustomersController {
  constructor(
    private readonly customers: CustomerAdminService,
    private readonly credits: CreditsService,
  ) {}

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.customers.list(page));
  }

  @Get(':id')
  async find(@RecordId() customerId: string) {
    return envelope({ customer: await this.customers.find(customerId) });
  }

  @Get(':id/balance')
  async balance(@RecordId() customerId: string) {
    return envelope(await this.customers.balance(customerId));
  }

  @Post()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateCustomerDto,
  ) {
    return envelope(await this.customers.create(operator, recorder, input));
  }

  @Patch(':id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() customerId: string,
    @Body() input: ChangeCustomerDto,
  ) {
    return envelope(await this.customers.change(operator, recorder, customerId, input));
  }

  /** Requires an Idempotency-Key, so that money is never given twice unnoticed. */
  @Post(':id/credits')
  @OnceByItself()
  async credit(
    @CalledBy() operator: Operator,
    @RecordId() customerId: string,
    @Body() input: CreditDto,
    @Headers() headers: IncomingHttpHeaders,
    @Res({ passthrough: true }) response: Response,
  ) {
    const idempotencyKey = readIdempotencyKey(headers);
    if (idempotencyKey === null) throw inputInvalid('Idempotency-Key', 'is required as a header', 'missing');
    const { credited, isReplayed } = await this.credits.credit(operator, customerId, input, idempotencyKey);
    if (isReplayed) response.setHeader('idempotency-replayed', 'true');
    return envelope(credited);
  }
}
