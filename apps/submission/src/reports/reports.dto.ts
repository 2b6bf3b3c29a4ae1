import { Describe, IsQueryNumber } from '@shipyard/http';
import { IsReason } from '../text/reason';

export class ReportDto {
  @Describe('1-2,000 characters; may have several lines. Staff read it.')
  @IsReason()
  reason: string;
}

export class CloseReportDto {
  @Describe('1-2,000 characters; may have several lines. It is written to the audit trail: name no person.')
  @IsReason()
  reason: string;
}

export class ReportsQuery {
  @IsQueryNumber(1, 500)
  limit = 200;

  @IsQueryNumber(0, 100_000)
  offset = 0;
}
