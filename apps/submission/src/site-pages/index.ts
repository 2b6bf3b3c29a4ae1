export { isSitePageId, SITE_PAGE_IDS, type SitePageId } from './site-page-ids';
export { PutSitePageDto } from './site-pages.dto';
export { SitePagesModule } from './site-pages.module';
export { type SitePageRevision, type SitePageSource, SitePagesService } from './site-pages.service';
export type { ListedSitePageView, SitePageView } from './site-pages.view';
