import { Describe } from '@shipyard/http';
import { IsString } from 'class-validator';

export class RedeemCredentialDto {
  @Describe('`ivc_…`, from the start of the interview.')
  @IsString()
  credential: string;
}
