import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsBoolean, IsString } from 'class-validator';
import { IsAccountEmail, IsSentPassword } from '../accounts';

export class AskEmailChangeDto {
  @Describe('The new email. It gets one link, and the email that you have now gets another.')
  @IsAccountEmail()
  email: string;

  @Describe('Required unless the session has shown its second factor within 15 minutes.')
  @MayBeAbsent()
  @IsSentPassword()
  current_password?: string;
}

export class DecideEmailChangeDto {
  @Describe('From the link.')
  @IsString()
  change_token: string;

  @Describe('True confirms for the mailbox of the link. False ends the change.')
  @IsBoolean()
  accept: boolean;
}
