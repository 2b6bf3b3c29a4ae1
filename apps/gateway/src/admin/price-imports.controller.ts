import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, envelope, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { CalledBy, type Operator } from '../operators';
import { ApplyPricesDto, PriceFileDto, PriceImportsService, PricePlanView } from '../price-imports';
import { AdminController } from './admin-controller';

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

@AdminController('prices')
export class PriceImportsController {
  constructor(private readonly imports: PriceImportsService) {}

  @ApiOperation({
    summary: 'Show what a file of prices would change',
    description:
      'Rows set units of the price of a model in a list, or take them away if `price_cny` is empty. All other prices stay. `effect` is what each customer was charged in the last 30 days, and would have been. It writes nothing.',
    data: PricePlanView,
  })
  @Post('plan')
  @HttpCode(200)
  @JsonLimit(BODY_LIMIT_BYTES)
  async plan(@Body() input: PriceFileDto) {
    return envelope(await this.imports.plan(input));
  }

  @ApiOperation({
    summary: 'Write what a file of prices changes',
    description:
      'All of it or nothing. With the `plan_id` of a plan, it is what the plan showed, or a CONFLICT. Requests that have begun keep their prices.',
    data: PricePlanView,
    errors: [changeErrors.CONFLICT],
  })
  @Post('apply')
  @JsonLimit(BODY_LIMIT_BYTES)
  async apply(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @Body() input: ApplyPricesDto) {
    return envelope(await this.imports.apply(operator, recorder, input));
  }
}
