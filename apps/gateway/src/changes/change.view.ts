import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsObject, IsString, IsUUID } from 'class-validator';
import { ACTOR_KINDS, type ActorKind } from './actor';

export class ActorView {
  @Describe(
    'Whether a key of an operator, a user of the console, a key of a customer, or a member of one made the change.',
  )
  @IsIn(ACTOR_KINDS)
  kind: ActorKind;

  @Describe('The id of the key, the user or the member.')
  @IsUUID()
  id: string;

  @Describe('Of the key, or the email of the person, at that time.')
  @IsString()
  name: string;
}

export class ChangeView {
  @Describe('The id of the entry.')
  @IsUUID()
  id: string;

  @Describe('When the change was made.')
  @IsDateString()
  created_at: string;

  @Describe('Who made the change.')
  @Holds(() => ActorView)
  actor: ActorView;

  @Describe('The request that made the change.')
  @IsString()
  request_id: string;

  @Describe('`<noun>.<verb>`, such as `customer.update`.')
  @IsString()
  action: string;

  @Describe('The id of the record that was changed.')
  @IsString()
  subject_id: string;

  @Describe('The record before, without secrets.')
  @OrNull()
  @IsObject()
  before: object | null;

  @Describe('The record after, without secrets. Null if it is gone.')
  @OrNull()
  @IsObject()
  after: object | null;
}

export class ChangeAnswer {
  @Describe('The change.')
  @Holds(() => ChangeView)
  entry: ChangeView;
}
