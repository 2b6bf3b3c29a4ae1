import { Module } from '@nestjs/common';
import { clientSweeper, codeSweeper, deviceRequestSweeper, refreshTokenSweeper } from './oauth-sweeper';

@Module({ providers: [clientSweeper, codeSweeper, deviceRequestSweeper, refreshTokenSweeper] })
export class OauthWorkerModule {}
