import { Describe } from '@shipyard/http';
import { IsDateString, IsString } from 'class-validator';

export class ResetLinkView {
  @Describe('Sets a new password, once. It is shown only here.')
  @IsString()
  url: string;

  @Describe('When the link stops working.')
  @IsDateString()
  expires_at: string;
}

/** A query and not a fragment, so that the page works without JavaScript. No log line has the query of a request. */
export const resetUrl = (publicUrl: string, token: string): string => `${publicUrl}/reset?token=${token}`;
