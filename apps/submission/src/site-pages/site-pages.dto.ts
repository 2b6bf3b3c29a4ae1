import { Describe, IsLine, MayBeAbsent } from '@shipyard/http';
import { IsIn, IsString } from 'class-validator';
import { type Locale, LOCALES } from '../accounts';

export class SitePageQuery {
  @Describe(
    '`en` or `zh-CN`. Without one of these, the language is the one of your cookie, else of your account, else of Accept-Language, else English.',
  )
  @MayBeAbsent()
  @IsString()
  lang?: string;
}

export class PutSitePageDto {
  @Describe('The language of the text.')
  @IsIn(LOCALES)
  lang: Locale;

  @Describe('1-120 characters.')
  @IsLine({ min: 1, max: 120 })
  title: string;

  @Describe('Markdown, at most 256 KiB.')
  @IsString()
  markdown: string;
}
