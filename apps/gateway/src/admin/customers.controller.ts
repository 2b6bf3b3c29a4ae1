import type { IncomingHttpHeaders } from 'node:http';
import { Body, Get, Headers, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiOperation,
  envelope,
  envelopeErrors,
  inputInvalid,
  OnceByItself,
  readIdempotencyKey,
  Recorder,
  type ResponseRecorder,
} from '@shipyard/http';
import type { Response } from 'express';
import { billingErrors, CreditDto, CreditedView, CreditsService, CustomerTermsService } from '../billing';
import { changeErrors } from '../changes/changes.errors';
import {
  BalanceView,
  ChangeCustomerDto,
  CreateCustomerDto,
  CustomerAdminService,
  CustomerAnswer,
  CustomerView,
} from '../customers';
import { pageOf } from '../database/page.view';
import { CalledBy, type Operator, WithFreshSecondFactor } from '../operators';
import { AdminController, RecordId } from './admin-controller';
import { CustomersQuery } from './customers.dto';

@AdminController('customers')
export class CustomersController {
  constructor(
    private readonly customers: CustomerAdminService,
    private readonly credits: CreditsService,
    private readonly terms: CustomerTermsService,
  ) {}

  @ApiOperation({ summary: 'List the customers, newest first', data: pageOf(CustomerView) })
  @Get()
  async list(@Query() query: CustomersQuery) {
    return envelope(await this.customers.list(query));
  }

  @ApiOperation({ summary: 'Read a customer', data: CustomerAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@RecordId() customerId: string) {
    return envelope({ customer: await this.customers.find(customerId) });
  }

  @ApiOperation({ summary: 'Read the balance of a customer', data: BalanceView, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id/balance')
  async balance(@RecordId() customerId: string) {
    return envelope(await this.customers.balance(customerId));
  }

  @ApiOperation({ summary: 'Create a customer', data: CustomerAnswer })
  @Post()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateCustomerDto,
  ) {
    return envelope(await this.customers.create(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Change a customer',
    description:
      'Absent fields stay as they are, and so do absent limits. Null removes a limit. A credit line below what the customer owes and holds is a CONFLICT.',
    data: CustomerAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Patch(':id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() customerId: string,
    @Body() input: ChangeCustomerDto,
  ) {
    return envelope(await this.terms.change(operator, recorder, customerId, input));
  }

  /** Requires an Idempotency-Key, so that money is never given twice unnoticed. */
  @ApiOperation({
    summary: 'Add to the balance of a customer, or take from it',
    description:
      'It needs an Idempotency-Key, so that money is never given twice unnoticed. The key is the customer’s: sent again, by any operator, it gets the first answer. A negative amount takes money away.',
    data: CreditedView,
    errors: [envelopeErrors.NOT_FOUND, billingErrors.BALANCE_TOO_LOW],
  })
  @Post(':id/credits')
  @WithFreshSecondFactor()
  @OnceByItself({ needsKey: true })
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
