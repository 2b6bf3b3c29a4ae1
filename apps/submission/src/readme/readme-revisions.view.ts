import { Describe, ListOf } from '@shipyard/http';
import { IsDate, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { WRITING_TOOLS, type WritingTool } from '../accounts';

export class ReadmeRevisionView {
  @Describe('The id of the revision.')
  @IsUUID()
  id: string;

  @Describe('When this text was written.')
  @IsDate()
  at: Date;

  @Describe('With what it was written: the pages, a program with a token, the command line, or an assistant.')
  @IsIn(WRITING_TOOLS)
  by: WritingTool;

  @Describe('The size of the text in bytes.')
  @IsInt()
  bytes: number;
}

export class ReadmeRevisionListView {
  @Describe('The texts before the present one, newest first. At most 20 are kept.')
  @ListOf(() => ReadmeRevisionView)
  revisions: ReadmeRevisionView[];
}

export class RevisionTextView {
  @Describe('The text. To restore it, send it with PUT readme.')
  @IsString()
  markdown: string;
}
