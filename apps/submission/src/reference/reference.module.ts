import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '../accounts';
import { ApiDocumentService } from './api-document.service';
import { ReferenceController } from './reference.controller';

@Module({
  imports: [DiscoveryModule, AccountsModule],
  controllers: [ReferenceController],
  providers: [ApiDocumentService],
  exports: [ApiDocumentService],
})
export class ReferenceModule {}
