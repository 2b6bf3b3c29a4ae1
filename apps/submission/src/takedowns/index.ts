export { TakedownsModule } from './takedowns.module';
export { TakedownsService } from './takedowns.service';
