import { Describe, ListOf, MayBeAbsent, OnReceipt, OrNull } from '@shipyard/http';
import { IsDate, IsInt, IsString, IsUUID, Min } from 'class-validator';

/** A log that its maker took back has its sequence and both times only. */
export class LogView {
  @OnReceipt()
  @Describe('The id of the log.')
  @MayBeAbsent()
  @IsUUID()
  id?: string;

  @OnReceipt()
  @Describe('Unique within the project.')
  @IsInt()
  @Min(1)
  sequence: number;

  @Describe('The title of the log.')
  @MayBeAbsent()
  @IsString()
  title?: string;

  @Describe('As plain text.')
  @MayBeAbsent()
  @IsString()
  text?: string;

  @Describe('The Markdown of the log. Text without Markdown is unchanged.')
  @MayBeAbsent()
  @IsString()
  content_md?: string;

  @Describe('Sanitized HTML.')
  @MayBeAbsent()
  @IsString()
  content_html?: string;

  @Describe('The URLs of its images, relative to the service.')
  @MayBeAbsent()
  @IsString({ each: true })
  image_urls?: string[];

  @Describe('What describes each of its images, in the same order. Empty for one that nobody described.')
  @MayBeAbsent()
  @IsString({ each: true })
  captions?: string[];

  @OnReceipt()
  @Describe('When it was written.')
  @IsDate()
  created_at: Date;

  @Describe('When staff removed it. A removed log keeps its sequence and reads "removed". Else null.')
  @MayBeAbsent()
  @OrNull()
  @IsDate()
  removed_at?: Date | null;

  @Describe('When its maker withdrew it. Such a log has its sequence, its date and this only; others do not have it.')
  @MayBeAbsent()
  @IsDate()
  withdrawn_at?: Date;
}

export class LogPageView {
  @Describe('The logs of this page.')
  @ListOf(() => LogView)
  logs: LogView[];

  @Describe('`cursor` of the next page; null: this is the last page.')
  @OrNull()
  @IsString()
  next_cursor: string | null;
}
