import { randomUUID } from 'node:crypto';
import { callApi, type JoinedStack } from '@shipyard/testing';
import { mailedLink } from './mailed-link';
import { type Failure, Participant } from './participant';

interface GuardianPage {
  status: string;
  name: string | null;
  indexing: boolean;
  child: { handle: string; display_name: string };
  projects: {
    slug: string;
    visibility: string;
    state: string;
    hidden_by: string | null;
    shipment_agreed_at: string | null;
  }[];
  programs: { name: string; prize: { name: string; hardware: boolean } | null }[];
}

type Answer<Data> = Failure & { data: Data };

interface Child {
  participant: Participant;
  accountId: string;
  handle: string;
}

export const bornYearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;

/** Young people, with and without the agreement of a guardian. */
export function guardianFamilies(stack: JoinedStack) {
  const { credentials } = stack;
  const url = credentials.submission_url;

  const join = async (fields: object = {}) => {
    const handle = `g-${randomUUID().slice(0, 12)}`;
    const guardianEmail = `${handle}-parent@example.com`;
    const { status, body } = await callApi<Answer<{ token: string; account: { id: string; guardian: object | null } }>>(
      url,
      'POST',
      '/accounts',
      {
        json: {
          ...{ handle, display_name: 'Kim', email: `${handle}@example.com`, password: 'correct horse battery' },
          ...{ birth_date: bornYearsAgo(14), guardian_email: guardianEmail },
          ...fields,
        },
      },
    );
    expect(status).toBe(201);
    const { token, account } = body.data;
    const participant = new Participant(url, token, credentials.program_id);
    return { participant, account, accountId: account.id, handle, guardianEmail };
  };
  const linkOf = (child: Pick<Child, 'accountId'>, count = 1) =>
    mailedLink(stack, { accountId: child.accountId, kind: 'guardian_asked', count });
  const asGuardian = (token: string) => (method: string, path: string, json?: object) =>
    callApi<Answer<GuardianPage & { project: GuardianPage['projects'][number] }>>(url, method, `/guardians/me${path}`, {
      token,
      ...(json && { json }),
    });
  const childWithGuardian = async () => {
    const child = await join();
    const { token } = await linkOf(child);
    const call = asGuardian(token);
    return { ...child, token, call };
  };
  const agreed = async () => {
    const family = await childWithGuardian();
    expect((await family.call('POST', '/agree', { name: 'Robin Doe' })).status).toBe(200);
    return family;
  };
  return { join, linkOf, asGuardian, childWithGuardian, agreed };
}

/** What child, visitors and mailboxes see of a decision. */
export function guardianTraces(stack: JoinedStack) {
  const url = stack.credentials.submission_url;
  const site = stack.submissionUrl;
  const own = async ({ participant }: Pick<Child, 'participant'>) =>
    (await participant.call<{ account: { guardian: { status: string } | null } }>('GET', '/accounts/me')).body.data
      .account.guardian;
  const visitorSees = async (slug: string) => (await callApi(url, 'GET', `/projects/${slug}`)).status === 200;
  /** For everyone: by the API, as a page and as an image. */
  const profileStatus = ({ handle }: Pick<Child, 'handle'>) =>
    Promise.all(
      [`${url}/creators/${handle}`, `${site}/creators/${handle}`, `${site}/creators/${handle}/og.png`].map(
        async (address) => (await fetch(address)).status,
      ),
    );
  const mailsOf = (child: Pick<Child, 'accountId'>, kind: string) =>
    stack.query(
      'submission',
      `SELECT id, data->>'step' AS step FROM mail_outbox WHERE account_id = $1 AND kind = $2 ORDER BY id`,
      [child.accountId, kind],
    );
  const auditOf = async (child: Pick<Child, 'accountId'>) =>
    (
      await stack.query('submission', 'SELECT action FROM account_audit_entries WHERE account_id = $1 ORDER BY id', [
        child.accountId,
      ])
    ).map(({ action }) => action);
  return { own, visitorSees, profileStatus, mailsOf, auditOf };
}
