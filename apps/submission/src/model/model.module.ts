import { Module } from '@nestjs/common';
import { ModelGateway } from './model-gateway';

@Module({ providers: [ModelGateway], exports: [ModelGateway] })
export class ModelModule {}
