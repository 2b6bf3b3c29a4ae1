import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ReviewsModule } from '../reviews';
import { StatusEventsController } from './status-events.controller';
import { StatusStreamsService } from './status-streams.service';

@Module({
  imports: [AccountsModule, ReviewsModule],
  controllers: [StatusEventsController],
  providers: [StatusStreamsService],
})
export class StatusEventsModule {}
