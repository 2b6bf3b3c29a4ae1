import { Describe, IsQueryNumber } from '@shipyard/http';
import { IsReason } from '../text/reason';

export class ReportDto {
  @Describe('1-2,000 characters, on one or more lines. Staff read it.')
  @IsReason()
  reason: string;
}

export class CloseReportDto {
  @Describe('1-2,000 characters, on one or more lines. It goes to the audit trail, so do not name a person.')
  @IsReason()
  reason: string;
}

export class ReportsQuery {
  @Describe('The most records on a page.')
  @IsQueryNumber(1, 500)
  limit = 200;

  @Describe('The number of records before the page.')
  @IsQueryNumber(0, 100_000)
  offset = 0;
}
