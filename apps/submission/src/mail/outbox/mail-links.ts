import { Injectable } from '@nestjs/common';
import type { LinkedKind } from './mail-kinds';

export interface LinkedMail {
  id: string;
  accountId: string;
  key: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

/** Resolves to the complete URL, or to null if there is no longer anything to send. It is called for each attempt. */
export type LinkFor = (mail: LinkedMail) => Promise<string | null>;

/** The features that add such mail say here how its link is made, because the outbox holds no secrets. */
@Injectable()
export class MailLinks {
  private readonly linkFor = new Map<LinkedKind, LinkFor>();

  /** Call it when the worker process starts. */
  register(kind: LinkedKind, linkFor: LinkFor): void {
    if (this.linkFor.has(kind)) throw new Error(`${kind} already has a link`);
    this.linkFor.set(kind, linkFor);
  }

  of(kind: LinkedKind, mail: LinkedMail): Promise<string | null> {
    const linkFor = this.linkFor.get(kind);
    if (!linkFor) throw new Error(`Nothing registered the link of ${kind}`);
    return linkFor(mail);
  }
}
