import { Describe, ListOf, OrNull } from '@shipyard/http';
import { IsDate, IsIn, IsString } from 'class-validator';
import { type Locale, LOCALES } from '../accounts';
import { SITE_PAGE_IDS, type SitePageId } from './site-page-ids';

export class SitePageView {
  @Describe('Which page it is.')
  @IsIn(SITE_PAGE_IDS)
  id: SitePageId;

  @Describe('1-120 characters.')
  @IsString()
  title: string;

  @Describe('Sanitized HTML.')
  @IsString()
  html: string;

  @Describe('When the text was written.')
  @IsDate()
  updated_at: Date;
}

export class SitePageRevisionView {
  @Describe('When the text was written.')
  @IsDate()
  at: Date;

  @Describe('The handle of the admin who wrote it. Null: the account was deleted.')
  @OrNull()
  @IsString()
  by: string | null;
}

export class ListedSitePageView {
  @Describe('Which page it is.')
  @IsIn(SITE_PAGE_IDS)
  id: SitePageId;

  @Describe('The language of the text.')
  @IsIn(LOCALES)
  lang: Locale;

  @Describe('The present title.')
  @IsString()
  title: string;

  @Describe('When the present text was written.')
  @IsDate()
  updated_at: Date;

  @Describe('Each text that an admin wrote, newest first. Empty: the page shows the text that comes with the software.')
  @ListOf(() => SitePageRevisionView)
  revisions: SitePageRevisionView[];
}
