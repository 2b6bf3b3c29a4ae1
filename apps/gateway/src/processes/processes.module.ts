import { Module } from '@nestjs/common';
import { ProcessBeatsService } from './process-beats.service';

@Module({ providers: [ProcessBeatsService], exports: [ProcessBeatsService] })
export class ProcessesModule {}
