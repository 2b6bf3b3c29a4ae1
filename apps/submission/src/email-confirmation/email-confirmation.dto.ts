import { Describe } from '@shipyard/http';
import { IsString } from 'class-validator';

export class ConfirmEmailDto {
  @Describe('From the link.')
  @IsString()
  confirm_token: string;
}
