import { Module } from '@nestjs/common';
import { resetSweeper } from './reset-sweeper';

@Module({
  providers: [resetSweeper],
})
export class PasswordResetsWorkerModule {}
