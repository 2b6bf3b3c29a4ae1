import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsObject, IsString, IsUUID } from 'class-validator';

export class ActorView {
  @IsIn(['admin_key', 'console_user'])
  kind: 'admin_key' | 'console_user';

  @IsUUID()
  id: string;

  @Describe('Of the key, or the email of the user, at that time.')
  @IsString()
  name: string;
}

export class ChangeView {
  @IsUUID()
  id: string;

  @IsDateString()
  created_at: string;

  @Holds(() => ActorView)
  actor: ActorView;

  @IsString()
  request_id: string;

  @Describe('`<noun>.<verb>`, such as `customer.update`.')
  @IsString()
  action: string;

  @IsString()
  subject_id: string;

  @Describe('The record before, without secrets.')
  @OrNull()
  @IsObject()
  before: object | null;

  @OrNull()
  @IsObject()
  after: object | null;
}

export class ChangeAnswer {
  @Holds(() => ChangeView)
  entry: ChangeView;
}
