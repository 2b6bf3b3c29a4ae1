import { Module } from '@nestjs/common';
import { memberResetsSweeper, oldMemberRowsSweeper } from './member-resets-sweeper';

@Module({ providers: [memberResetsSweeper, oldMemberRowsSweeper] })
export class MembersWorkerModule {}
