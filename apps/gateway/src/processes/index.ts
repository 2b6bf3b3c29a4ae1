export { canJudgeDead, HeartbeatsService } from './heartbeats.service';
export { ProcessesModule } from './processes.module';
