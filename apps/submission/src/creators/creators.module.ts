import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { CreatorsController } from './creators.controller';
import { CreatorsService } from './creators.service';

@Module({ imports: [ProjectsModule], controllers: [CreatorsController], providers: [CreatorsService] })
export class CreatorsModule {}
