import { Describe } from '@shipyard/http';
import { IsReason } from '../text/reason';

export class TakedownDto {
  @Describe(
    '1-2,000 characters, on one or more lines. The owner sees why a project is hidden, so do not name a person.',
  )
  @IsReason()
  reason: string;
}
