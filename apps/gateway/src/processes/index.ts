export { DatabaseWrites } from './database-writes';
export { canJudgeDead, HeartbeatsService } from './heartbeats.service';
export { ProcessesModule } from './processes.module';
