export { syncErrors } from './sync.errors';
export { SyncModule } from './sync.module';
export { SyncService } from './sync.service';
