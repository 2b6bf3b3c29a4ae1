export const QUOTAS = ['tokens', 'projects', 'image_bytes', 'reviews_a_day'] as const;
export type Quota = (typeof QUOTAS)[number];
export type QuotaLimits = Record<Quota, number>;

const USUAL_LIMITS: Readonly<QuotaLimits> = {
  tokens: 50,
  projects: 100,
  image_bytes: 5_000_000_000,
  reviews_a_day: 20,
};
/** The demo and its test suites do in a minute what a participant does in a day. They need no extra tokens. */
const DEMO_FACTORS: Readonly<QuotaLimits> = { tokens: 1, projects: 100, image_bytes: 100, reviews_a_day: 100 };

export function quotaLimits(set: Partial<QuotaLimits>, demo: boolean): QuotaLimits {
  const limitOf = (quota: Quota) => set[quota] ?? USUAL_LIMITS[quota] * (demo ? DEMO_FACTORS[quota] : 1);
  return {
    tokens: limitOf('tokens'),
    projects: limitOf('projects'),
    image_bytes: limitOf('image_bytes'),
    reviews_a_day: limitOf('reviews_a_day'),
  };
}

export function quotaMessage(quota: Quota, limit: number, again: Date | null): string {
  const most = limit.toLocaleString('en');
  const then = again === null ? 'tomorrow' : `after ${again.toISOString()}`;
  const sentences: Readonly<Record<Quota, string>> = {
    tokens: `Your account can have ${most} live tokens. Revoke one that you no longer use`,
    projects: `Your account can have ${most} projects. Delete one that you no longer need`,
    image_bytes: `The images of all your projects together can have ${most} bytes. Delete a project that you no longer need, send smaller images`,
    reviews_a_day: `Your account can request ${most} reviews in 24 hours. Try again ${then}`,
  };
  return `${sentences[quota]}, or ask the staff to raise this limit.`;
}
