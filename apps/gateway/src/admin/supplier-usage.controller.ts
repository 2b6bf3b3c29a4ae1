import { Body, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { CalledBy, type Operator } from '../operators';
import {
  SupplierDriftService,
  SupplierDriftView,
  SupplierUsageDto,
  SupplierUsageService,
  SupplierUsageView,
} from '../supplier-usage';
import { AdminController } from './admin-controller';
import { DEFAULT_RANGE, rangeOf } from '../database/report-range';
import { SupplierDriftQuery } from './supplier-drift.dto';

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

@AdminController()
export class SupplierUsageController {
  constructor(
    private readonly usage: SupplierUsageService,
    private readonly drift: SupplierDriftService,
  ) {}

  @ApiOperation({
    summary: 'Store what a supplier billed',
    description: 'Replaces everything that was stored for the same days.',
    data: SupplierUsageView,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Post('supplier-usage')
  @JsonLimit(BODY_LIMIT_BYTES)
  async record(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: SupplierUsageDto,
  ) {
    return envelope(await this.usage.record(operator, recorder, input));
  }

  @ApiOperation({
    summary: 'Compare what suppliers billed with what we counted',
    description: `${DEFAULT_RANGE} The last day is the last one that starts before \`to\`, in the time zone of the supplier.`,
    data: { items: [SupplierDriftView] },
  })
  @Get('supplier-drift')
  async compare(@Query() range: SupplierDriftQuery) {
    const { since, until } = rangeOf(range);
    return envelope({ items: await this.drift.compare(since, until) });
  }
}
