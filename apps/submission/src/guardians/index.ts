export { AgreeDto, AskGuardianDto } from './guardians.dto';
export { type ChildProjectView, type GuardianPageView } from './guardian-page.view';
export { GuardiansModule } from './guardians.module';
export { GuardiansService } from './guardians.service';
