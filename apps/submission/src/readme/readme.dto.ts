import { Describe } from '@shipyard/http';
import { IsString } from 'class-validator';

export class PreviewReadmeDto {
  @Describe('The text of a README; at most 1 MiB.')
  @IsString()
  markdown: string;
}
