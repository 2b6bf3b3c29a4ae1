import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs';
import { ProjectsModule } from '../projects';
import { InterviewsController } from './interviews.controller';
import { InterviewsService } from './interviews.service';

@Module({
  imports: [ProgramsModule, ProjectsModule],
  controllers: [InterviewsController],
  providers: [InterviewsService],
})
export class InterviewsModule {}
