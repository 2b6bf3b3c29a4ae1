export { LINK_OF_SUSPENDED, PasswordResets } from './password-resets.service';
export { PasswordResetsModule } from './password-resets.module';
export { resetErrors } from './password-resets.errors';
export { ResetLimits } from './reset-limits.service';
