import { Body, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import {
  ChangePriceListDto,
  CreatePriceListDto,
  CustomerPriceListView,
  PriceListAdminService,
  PriceListAnswer,
  PriceListView,
  PutPriceListDto,
} from '../models';
import { CalledBy, type Operator, WithFreshSecondFactor } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController()
export class PriceListsController {
  constructor(private readonly priceLists: PriceListAdminService) {}

  @ApiOperation({ summary: 'List the price lists, newest first', data: pageOf(PriceListView) })
  @Get('price-lists')
  async list(@Query() page: PageQuery) {
    return envelope(await this.priceLists.list(page));
  }

  @ApiOperation({ summary: 'Read a price list', data: PriceListAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get('price-lists/:id')
  async find(@RecordId() listId: string) {
    return envelope({ price_list: await this.priceLists.find(listId) });
  }

  @ApiOperation({
    summary: 'Create a price list',
    description:
      'It has the prices of the list that it inherits, times its multiplier, each rounded half up to 0.000000001 CNY. Prices of its own go before them.',
    data: PriceListAnswer,
    errors: [changeErrors.CONFLICT],
  })
  @Post('price-lists')
  @WithFreshSecondFactor()
  async create(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreatePriceListDto,
  ) {
    return envelope(await this.priceLists.create(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Change a price list',
    description:
      'Absent fields stay as they are. The base list cannot change. Requests that have begun keep their prices.',
    data: PriceListAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Patch('price-lists/:id')
  @WithFreshSecondFactor()
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() listId: string,
    @Body() input: ChangePriceListDto,
  ) {
    return envelope(await this.priceLists.change(operator, recorder, listId, input));
  }

  @ApiOperation({
    summary: 'Read which price list a customer is on',
    data: CustomerPriceListView,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get('customers/:id/price-list')
  async findOfCustomer(@RecordId() customerId: string) {
    return envelope(await this.priceLists.ofCustomer(customerId));
  }

  @ApiOperation({
    summary: 'Put a customer on a price list',
    description: 'A customer is on one list at a time. A later start that was set before stays.',
    data: CustomerPriceListView,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Put('customers/:id/price-list')
  @WithFreshSecondFactor()
  async putCustomer(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() customerId: string,
    @Body() input: PutPriceListDto,
  ) {
    return envelope(await this.priceLists.putCustomer(operator, recorder, customerId, input));
  }
}
