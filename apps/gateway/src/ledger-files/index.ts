export { ledgerCsv } from './ledger-csv';
export { LedgerFileAnswer, LedgerFileView } from './ledger-file.view';
export { CreateLedgerFileDto } from './ledger-files.dto';
export { LedgerFilesModule } from './ledger-files.module';
export { LEDGER_FILE_HOURS, LedgerFilesService } from './ledger-files.service';
