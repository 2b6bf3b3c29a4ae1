import type { IncomingMessage } from 'node:http';
import type { Actor } from '../changes/changes.service';
import type { MemberRole } from './customer-member.entity';

/** A member who is signed in. The name is the email. */
export interface Member extends Actor {
  kind: 'member';
  customerId: string;
  role: MemberRole;
  sessionId: string;
}

declare module 'http' {
  interface IncomingMessage {
    /** Who opened a page of `/usage`. The entrance of these pages sets it. */
    member?: Member;
  }
}

export function memberOf({ member }: IncomingMessage): Member {
  if (!member) throw new Error('A route that members do not enter has no member');
  return member;
}
