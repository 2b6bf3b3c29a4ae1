import type { EntityManager } from 'typeorm';

/** A person who signs in with a password: an account, or a user of the console. */
export interface Owner {
  id: string;
  email: string;
  passwordHash: string;
}

/** What a signed-in caller knows of their own session. Null without one. */
export interface SessionHolder {
  sessionId: string | null;
}

export interface NewSession {
  id: string;
  ownerId: string;
  secretHash: Buffer;
  hours: number;
  secondFactorAt: Date | null;
}

/**
 * The statements of sign-in on a service's own tables of owners and sessions. The tables belong to the service, so it
 * holds the SQL.
 */
export interface SignInRows {
  findOwner(manager: EntityManager, ownerId: string): Promise<Owner>;
  /** Locks the owner, so that a concurrent sign-in waits. */
  lockOwner(manager: EntityManager, ownerId: string): Promise<unknown>;
  /** Locks the owner against changes. False if the owner is gone or has another password now. */
  lockForSignIn(manager: EntityManager, owner: Pick<Owner, 'id' | 'passwordHash'>): Promise<boolean>;
  deleteExpiredSessions(manager: EntityManager, ownerId: string): Promise<unknown>;
  insertSession(manager: EntityManager, session: NewSession): Promise<unknown>;
  /** Only one of many concurrent calls writes. */
  recordUse(manager: EntityManager, sessionId: string): Promise<unknown>;
  /** Null if the session has ended. */
  recordProof(manager: EntityManager, sessionId: string): Promise<Date | null>;
  /** False if the owner has no such session. */
  endSession(manager: EntityManager, ownerId: string, sessionId: string): Promise<boolean>;
  endOtherSessions(manager: EntityManager, ownerId: string, keptSessionId: string | null): Promise<unknown>;
}
