export { SITE_PAGE_IDS } from './site-page-ids';
export { SitePagesModule } from './site-pages.module';
export { SitePagesService } from './site-pages.service';
export type { SitePageView } from './site-pages.view';
