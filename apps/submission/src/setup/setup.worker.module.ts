import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { SetupChecker, setupSweeper } from './setup-checker';

@Module({ imports: [ModelModule], providers: [SetupChecker, setupSweeper] })
export class SetupWorkerModule {}
