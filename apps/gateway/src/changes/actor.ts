export const ACTOR_KINDS = ['admin_key', 'console_user', 'enterprise_key'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who makes a change: an operator, or the key of a customer. */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}
