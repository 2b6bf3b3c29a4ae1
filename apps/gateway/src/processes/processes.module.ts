import { Module } from '@nestjs/common';
import { DatabaseWrites } from './database-writes';
import { HeartbeatsService } from './heartbeats.service';

@Module({ providers: [DatabaseWrites, HeartbeatsService], exports: [DatabaseWrites, HeartbeatsService] })
export class ProcessesModule {}
