import { Describe, IsLine, MayBeAbsent } from '@shipyard/http';
import { IsBoolean } from 'class-validator';
import { IsAccountEmail } from '../accounts';

export class AskGuardianDto {
  @Describe('The address of your parent or guardian. Another one than before ends what the one before agreed to.')
  @IsAccountEmail()
  email: string;
}

export class AgreeDto {
  @Describe('Your name, 1-80 characters. Only the child reads it, in the export of their data.')
  @IsLine({ min: 1, max: 80 })
  name: string;

  @Describe('Whether search engines and feeds may show the pages of the child.')
  @MayBeAbsent()
  @IsBoolean()
  indexing = false;
}
