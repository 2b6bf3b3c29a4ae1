import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ProgramsModule } from '../programs';
import { SetupService } from './setup.service';

@Module({ imports: [AccountsModule, ProgramsModule], providers: [SetupService], exports: [SetupService] })
export class SetupModule {}
