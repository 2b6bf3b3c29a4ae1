import { Describe } from '@shipyard/http';
import { IsReason } from '../text/reason';

export class TakedownDto {
  @Describe('1-2,000 characters; may have several lines. The owner sees why a project is hidden: name no person.')
  @IsReason()
  reason: string;
}
