/** Whether an account may have anything public: a child only while their guardian agrees. */
export const mayBePublic = (account: 'account.id', bornAfter: '$2') =>
  `NOT EXISTS (SELECT FROM accounts young WHERE young.id = ${account} AND young.birth_date > ${bornAfter}::date AND NOT EXISTS (SELECT FROM guardians guardian WHERE guardian.account_id = young.id AND guardian.agreed_at IS NOT NULL AND guardian.withdrawn_at IS NULL))`;

/**
 * Whether feeds and search engines may show what an owner publishes: not what children publish, until their guardian says
 * so. The parameter is `childrenBornAfter`.
 */
export const mayBeIndexed = (
  owner: 'project.owner_id' | 'projects.owner_id' | 'accounts.id' | 'account.id',
  bornAfter: '$1' | '$2' | '$3' | '$4',
) =>
  `NOT EXISTS (SELECT FROM accounts young WHERE young.id = ${owner} AND young.birth_date > ${bornAfter}::date AND NOT EXISTS (SELECT FROM guardians guardian WHERE guardian.account_id = young.id AND guardian.indexing AND guardian.agreed_at IS NOT NULL AND guardian.withdrawn_at IS NULL))`;
