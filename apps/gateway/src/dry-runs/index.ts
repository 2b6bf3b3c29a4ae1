export { DRY_RUN_PATHS, DryRunDto } from './dry-run.dto';
export { DryRunView } from './dry-run.view';
export { DryRunsModule } from './dry-runs.module';
export { DryRunsService } from './dry-runs.service';
