import { hash, verify } from '@node-rs/argon2';
import { hashToken } from '@shipyard/auth';
import { MarkdownDocument } from '@shipyard/markdown';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { type DataSource, IsNull } from 'typeorm';
import { Account, ApiToken, type Role } from '../accounts';
import { type DemoGuardian, ensureDemoGuardian } from './demo-guardian';
import type { DemoCredentials } from './demo-credentials';

interface DemoAccount {
  handle: string;
  displayName: string;
  email: string;
  password: string;
  token: string;
  age: number;
  guardian?: DemoGuardian;
  roles: Role[];
}

const ROSA: DemoGuardian = { name: 'Rosa Costa', email: 'rosa.costa@example.com', indexing: false };

const PROGRAM = {
  name: 'Build something that works',
  tagline: 'Make a thing, tell how you made it, and get a kit for the next one.',
  descriptionMd: [
    'Build a project of your own, hardware or software, and keep a log while you do.',
    '',
    '1. Create a project and write its README.',
    '2. Add at least one log: what you tried, what broke, what you learned.',
    '3. Ask for a review. When it recommends your project, the staff look at it.',
    '',
    'Finished projects get a maker kit.',
  ].join('\n'),
  prizeName: 'Maker kit',
  docs: [
    {
      id: 'getting-started',
      title: 'Getting started with Markdown',
      url: 'https://docs.github.com/en/get-started/writing-on-github',
    },
    { id: 'front-matter', title: 'What YAML front matter looks like', url: 'https://jekyllrb.com/docs/front-matter/' },
  ],
};

export async function ensureDemoRows(dataSource: DataSource, credentials: DemoCredentials): Promise<void> {
  await ensureProgram(dataSource, credentials.program_id);
  await Promise.all(demoAccounts(credentials).map((account) => ensureAccount(dataSource, account)));
}

function demoAccounts({
  participant,
  other_participant: other,
  minor_participant: minor,
  staff,
  staff_logins: logins,
}: DemoCredentials): DemoAccount[] {
  const roles: Role[] = ['participant'];
  return [
    { ...participant, displayName: 'Ada Weber', age: 34, roles },
    { ...other, displayName: 'Bo Lindgren', age: 27, roles },
    { ...minor, displayName: 'Mina Costa', age: 13, guardian: ROSA, roles },
    {
      ...logins.admin,
      handle: 'demo-admin',
      displayName: 'Demo admin',
      token: staff.admin,
      age: 40,
      roles: [...roles, 'admin'],
    },
    {
      ...logins.reviewer,
      handle: 'demo-reviewer',
      displayName: 'Demo reviewer',
      token: staff.reviewer,
      age: 40,
      roles: [...roles, 'reviewer'],
    },
    {
      ...logins.fulfilment,
      handle: 'demo-fulfilment',
      displayName: 'Demo fulfilment',
      token: staff.fulfilment,
      age: 40,
      roles: [...roles, 'fulfilment'],
    },
  ];
}

async function ensureProgram(dataSource: DataSource, programId: string): Promise<void> {
  const descriptionHtml = new MarkdownDocument(PROGRAM.descriptionMd).render(() => null);
  await dataSource.query(
    `INSERT INTO programs (id, name, tagline, description_md, description_html, logs_required, prize_name, prize_hardware)
     VALUES ($1, $2, $3, $4, $5, 1, $6, true) ON CONFLICT (id) DO NOTHING`,
    [programId, PROGRAM.name, PROGRAM.tagline, PROGRAM.descriptionMd, descriptionHtml, PROGRAM.prizeName],
  );
  for (const { id, title, url } of PROGRAM.docs) {
    await dataSource.query(
      'INSERT INTO program_docs (program_id, id, title, url) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [programId, id, title, url],
    );
  }
}

async function ensureAccount(dataSource: DataSource, demo: DemoAccount): Promise<void> {
  const { manager } = dataSource;
  const { handle, displayName, email, roles } = demo;
  if (!(await manager.existsBy(Account, { handle }))) {
    const passwordHash = await hash(demo.password);
    const birthDate = `${new Date().getUTCFullYear() - demo.age}-01-15`;
    const account = { id: uuidv7(), handle, displayName, email, passwordHash, birthDate, roles };
    try {
      await manager.createQueryBuilder().insert().into(Account).values(account).orIgnore().execute();
    } catch (error) {
      // Somebody deleted the demo account. Its handle is never given again, so it stays away.
      if (violatedConstraint(error) === 'taken_handles_pkey') return;
      throw error;
    }
  }
  // Demo data of a version before mail has these accounts already.
  await manager.update(Account, { handle, emailConfirmedAt: IsNull() }, { emailConfirmedAt: () => 'now()' });
  const { id: accountId, passwordHash } = await manager.findOneByOrFail(Account, { handle });
  if (!(await verify(passwordHash, demo.password)))
    await manager.update(Account, { id: accountId }, { passwordHash: await hash(demo.password) });
  if (demo.guardian) await ensureDemoGuardian(manager, accountId, demo.guardian);
  const token = {
    id: uuidv7(),
    accountId,
    name: 'Demo',
    tokenHash: hashToken(demo.token),
    last4: demo.token.slice(-4),
  };
  await manager.createQueryBuilder().insert().into(ApiToken).values(token).orIgnore().execute();
}
