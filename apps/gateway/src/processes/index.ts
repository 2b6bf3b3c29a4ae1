export { DatabaseWrites } from './database-writes';
export { canJudgeDead, HeartbeatsService, type SeenProcess } from './heartbeats.service';
export { ProcessesModule } from './processes.module';
