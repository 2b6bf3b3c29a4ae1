import { Describe, IsLine } from '@shipyard/http';
import { IsIn, IsOptional } from 'class-validator';
import { STATEMENT_LANGUAGES, type StatementLanguage } from './statement-words';

export class StatementPdfQuery {
  @Describe('The language of the words. If absent: en.')
  @IsOptional()
  @IsIn(STATEMENT_LANGUAGES)
  lang?: StatementLanguage;
}

export class CorrectStatementDto {
  @Describe('Why the statement is corrected. The new one shows it.')
  @IsLine({ min: 1, max: 500 })
  reason: string;
}
