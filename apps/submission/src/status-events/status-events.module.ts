import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ReviewsModule } from '../reviews/reviews.module';
import { StatusEventsController } from './status-events.controller';
import { StatusStreamsService } from './status-streams.service';

@Module({ imports: [AccountsModule, ReviewsModule], controllers: [StatusEventsController], providers: [StatusStreamsService] })
export class StatusEventsModule {}
