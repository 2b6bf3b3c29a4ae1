export { statementCsv } from './statement-csv';
export { StatementDrawer } from './statement-drawer.service';
export { CorrectStatementDto, StatementPdfQuery } from './statements.dto';
export { StatementAnswer, StatementView } from './statement.view';
export { StatementsModule } from './statements.module';
export { StatementsService } from './statements.service';
