import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { MemberMails } from '../mail';

export type LinkPurpose = 'invitation' | 'password_reset';

const MINUTES: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 24 * 60, password_reset: 30 };

interface NewLink {
  memberId: string;
  email: string;
  purpose: LinkPurpose;
}

/** Adds a link and its mail. It replaces the links before. */
export async function addMemberLink(manager: EntityManager, { memberId, email, purpose }: NewLink): Promise<void> {
  const linkId = uuidv7();
  await endLinks(manager, memberId);
  await manager.query(
    `INSERT INTO member_links (id, member_id, purpose, expires_at) VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
    [linkId, memberId, purpose, MINUTES[purpose]],
  );
  await MemberMails.add(manager, {
    linkId,
    address: email,
    kind: purpose === 'invitation' ? 'member_invited' : 'member_reset',
  });
}

export interface LinkedMember {
  id: string;
  email: string;
}

/** Null if the link was used, was replaced or has expired. */
export async function memberOfLink(manager: EntityManager, linkId: string): Promise<LinkedMember | null> {
  const [member] = await manager.query<LinkedMember[]>(
    `SELECT member.id, member.email FROM member_links link JOIN customer_members member ON member.id = link.member_id
     WHERE link.id = $1 AND link.used_at IS NULL AND link.expires_at > now()`,
    [linkId],
  );
  return member ?? null;
}

interface UsedLink {
  linkId: string;
  memberId: string;
  passwordHash: string;
}

/** One of many parallel calls finds the link valid. The member is locked first, as sign-ins do. */
export async function useMemberLink(
  manager: EntityManager,
  { linkId, memberId, passwordHash }: UsedLink,
): Promise<boolean> {
  await manager.query('SELECT 1 FROM customer_members WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
  const member = await memberOfLink(manager, linkId);
  if (member?.id !== memberId) return false;
  await manager.query('UPDATE customer_members SET password_hash = $2 WHERE id = $1', [memberId, passwordHash]);
  await endLinks(manager, memberId);
  await manager.query('DELETE FROM member_sessions WHERE member_id = $1', [memberId]);
  return true;
}

const endLinks = (manager: EntityManager, memberId: string) =>
  manager.query('UPDATE member_links SET used_at = now() WHERE member_id = $1 AND used_at IS NULL', [memberId]);
