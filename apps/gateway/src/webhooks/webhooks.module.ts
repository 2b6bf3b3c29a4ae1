import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { WebhooksService } from './webhooks.service';

@Module({ imports: [ChangesModule], providers: [WebhooksService], exports: [WebhooksService] })
export class WebhooksModule {}
