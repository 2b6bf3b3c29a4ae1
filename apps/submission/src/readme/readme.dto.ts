import { Describe } from '@shipyard/http';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { type Locale, LOCALES } from '../accounts';

export class PreviewReadmeDto {
  @Describe('The text of a README; at most 1 MiB.')
  @IsString()
  markdown: string;
}

export class PreviewQuery {
  @Describe('The language of the problems.')
  @IsOptional()
  @IsIn(LOCALES)
  locale: Locale = 'en';
}
