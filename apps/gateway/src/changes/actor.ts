export const ACTOR_KINDS = ['admin_key', 'console_user', 'enterprise_key', 'member'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who makes a change: an operator, the key of a customer, or a member of one. */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}
