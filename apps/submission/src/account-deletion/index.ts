export { AccountDeletionModule } from './account-deletion.module';
export { AccountDeletionService } from './account-deletion.service';
export { DeleteAccountDto } from './account-deletion.dto';
