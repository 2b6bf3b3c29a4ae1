export { type SetupCheck } from './setup-checks';
export { SetupModule } from './setup.module';
export { lacksOf, type SetupFacts, SetupService, type SetupStanding } from './setup.service';
