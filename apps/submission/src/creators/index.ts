export { CreatorPageView } from './creator.view';
export { CreatorsModule } from './creators.module';
export { CreatorsService } from './creators.service';
