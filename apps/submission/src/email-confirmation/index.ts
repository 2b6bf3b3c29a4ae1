export { EmailConfirmation } from './email-confirmation.service';
export { EmailConfirmationModule } from './email-confirmation.module';
