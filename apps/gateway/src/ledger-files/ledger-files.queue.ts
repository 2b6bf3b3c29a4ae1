export const LEDGER_FILES = 'ledger-files';

export interface LedgerFileJob {
  fileId: string;
}
