import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { InterviewsController } from './interviews.controller';
import { InterviewsService } from './interviews.service';

@Module({ imports: [ProjectsModule], controllers: [InterviewsController], providers: [InterviewsService] })
export class InterviewsModule {}
