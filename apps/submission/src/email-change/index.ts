export { AskEmailChangeDto } from './email-change.dto';
export { type EmailChangeView } from './email-change.view';
export { EmailChangeModule } from './email-change.module';
export { EmailChanges, type LinkedChange } from './email-changes.service';
