import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ModelsModule } from '../models';
import { OperatorsModule } from '../operators';
import { ApiDocumentsService } from './api-documents.service';
import { DocsFactsService } from './docs-facts.service';
import { DocsController } from './docs.controller';
import { CustomersOpenApiController, OperatorsOpenApiController } from './openapi.controller';

@Module({
  imports: [DiscoveryModule, ModelsModule, OperatorsModule],
  controllers: [DocsController, CustomersOpenApiController, OperatorsOpenApiController],
  providers: [ApiDocumentsService, DocsFactsService],
  exports: [DocsFactsService],
})
export class DocsModule {}
