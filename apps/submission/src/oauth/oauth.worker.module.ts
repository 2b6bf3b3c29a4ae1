import { Module } from '@nestjs/common';
import { deviceRequestSweeper } from './oauth-sweeper';

@Module({ providers: [deviceRequestSweeper] })
export class OauthWorkerModule {}
