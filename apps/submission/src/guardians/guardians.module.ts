import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects';
import { ShipmentsModule } from '../shipments';
import { GuardianRequestsController } from './guardian-requests.controller';
import { GuardiansController } from './guardians.controller';
import { GuardiansService } from './guardians.service';

@Module({
  imports: [ProjectsModule, ShipmentsModule],
  controllers: [GuardianRequestsController, GuardiansController],
  providers: [GuardiansService],
  exports: [GuardiansService],
})
export class GuardiansModule {}
