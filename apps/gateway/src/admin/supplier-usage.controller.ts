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
import { SupplierDriftQuery } from './supplier-drift.dto';

const DEFAULT_RANGE_MS = 31 * 24 * 3_600_000;
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
    description:
      '`from` defaults to 31 days before `to`, and `to` to now. The last day is the last one that starts before `to`, in the time zone of the supplier.',
    data: { items: [SupplierDriftView] },
  })
  @Get('supplier-drift')
  async compare(@Query() { from, to }: SupplierDriftQuery) {
    const until = to === undefined ? new Date() : new Date(to);
    const since = from === undefined ? new Date(until.getTime() - DEFAULT_RANGE_MS) : new Date(from);
    return envelope({ items: await this.drift.compare(since, until) });
  }
}
