import { Body, Get, Post, Query } from '@nestjs/common';
import { envelope, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { CalledBy, type Operator } from '../operators';
import { SupplierDriftService, SupplierUsageDto, SupplierUsageService } from '../supplier-usage';
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

  @Post('supplier-usage')
  @JsonLimit(BODY_LIMIT_BYTES)
  async record(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: SupplierUsageDto,
  ) {
    return envelope(await this.usage.record(operator, recorder, input));
  }

  @Get('supplier-drift')
  async compare(@Query() { from, to }: SupplierDriftQuery) {
    const until = to === undefined ? new Date() : new Date(to);
    const since = from === undefined ? new Date(until.getTime() - DEFAULT_RANGE_MS) : new Date(from);
    return envelope({ items: await this.drift.compare(since, until) });
  }
}
