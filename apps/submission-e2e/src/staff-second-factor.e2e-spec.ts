import { ServiceReplica, sharedStack, wrongCodeOf } from '@shipyard/testing';
import { AccountHolder } from './account-holder';

/** A missing project: a 404 shows that the caller was let in. */
const RECIPIENT_OF_NONE = '/admin/projects/no-such-project/shipment';

describe('the second factor of staff', () => {
  const stack = sharedStack();
  const register = (...roles: string[]) => AccountHolder.register(stack, { roles });

  afterEach(() => ServiceReplica.endAll());

  describe('when staff read an address', () => {
    it('is not requested if the account has none and none is required', async () => {
      const holder = await register('fulfilment');
      const session = await holder.signIn();
      for (const ask of [session.ask, holder.ask.bind(holder)])
        expect((await ask('GET', RECIPIENT_OF_NONE)).body.error).toBe('PROJECT_NOT_FOUND');
    });

    it('is requested again after 15 minutes', async () => {
      const holder = await register('fulfilment');
      const { session, secret } = await holder.setUpTotp();
      const read = (call = {}) => session.ask('GET', RECIPIENT_OF_NONE, call);
      await holder.ageSecondFactor(14);
      expect((await read()).body.error).toBe('PROJECT_NOT_FOUND');
      await holder.ageSecondFactor(1);
      const stale = await read();
      expect([stale.status, stale.body.error, stale.body.details]).toEqual([
        403,
        'FORBIDDEN',
        { second_factor: 'required' },
      ]);
      // Other calls of the role still work.
      expect((await session.ask('GET', '/admin/shipments')).status).not.toBe(403);
      const wrong = await session.ask('POST', '/accounts/second-factor', { json: { code: wrongCodeOf(secret) } });
      expect([wrong.status, wrong.body.details]).toEqual([401, { second_factor: 'invalid' }]);
      const shown = await session.ask('POST', '/accounts/second-factor', {
        json: { code: await holder.newCode(secret) },
      });
      expect([shown.status, (await read()).body.error]).toEqual([200, 'PROJECT_NOT_FOUND']);
    });

    it('is a code on the call itself if the call has a token', async () => {
      const holder = await register('fulfilment');
      const { secret } = await holder.setUpTotp();
      const read = (code?: string) =>
        holder.ask('GET', RECIPIENT_OF_NONE, code === undefined ? {} : { headers: { 'x-second-factor': code } });
      expect((await read()).body.details).toEqual({ second_factor: 'required' });
      const code = await holder.newCode(secret);
      expect((await read(code)).body.error).toBe('PROJECT_NOT_FOUND');
      const again = await read(code);
      expect([again.status, again.body.error, again.body.details]).toEqual([
        401,
        'LOGIN_INVALID',
        { second_factor: 'invalid' },
      ]);
      expect((await read('12345')).body.details?.fields).toEqual([
        { field: 'X-Second-Factor', message: 'must have 6 digits' },
      ]);
      expect(
        (await holder.ask('POST', '/accounts/second-factor', { json: { code: await holder.newCode(secret) } })).body
          .error,
      ).toBe('FORBIDDEN');
    });
  });

  describe('when it is required', () => {
    const replica = async () => (await ServiceReplica.start(stack, { environment: { STAFF_TOTP: 'required' } })).url;

    it('disables all roles except reviewer until it is set up', async () => {
      const url = await replica();
      const admin = (await register('admin')).at(url);
      const session = await admin.signIn();
      for (const ask of [session.ask, admin.ask.bind(admin)]) {
        const { status, body } = await ask('GET', '/admin/accounts');
        expect([status, body.error, body.details]).toEqual([403, 'FORBIDDEN', { second_factor: 'set_up' }]);
      }
      expect((await session.ask('GET', '/accounts/totp')).body.data.totp).toMatchObject({
        enabled: false,
        required: true,
      });
      const reviewer = (await register('reviewer')).at(url);
      expect((await reviewer.ask('GET', '/admin/reviews')).status).toBe(200);
      expect((await (await reviewer.signIn()).ask('GET', '/accounts/totp')).body.data.totp.required).toBe(false);

      const { session: proved } = await admin.setUpTotp();
      expect((await proved.ask('GET', '/admin/accounts')).status).toBe(200);
      expect((await session.ask('GET', '/accounts/me')).status).toBe(401);
      expect((await proved.ask('GET', RECIPIENT_OF_NONE)).body.error).toBe('PROJECT_NOT_FOUND');
      expect((await admin.ask('GET', '/admin/accounts')).body.details).toEqual({ second_factor: 'required' });
    });

    it('shows no private project to a disabled role', async () => {
      const url = await replica();
      const admin = (await register('admin')).at(url);
      const owner = await register();
      const slug = `hidden-${Date.now().toString(36)}`;
      const created = await owner.ask('POST', '/projects', {
        json: { program_id: stack.credentials.program_id, slug, name: 'A' },
      });
      const hidden = await owner.ask('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
      expect([created.status, hidden.status]).toEqual([201, 200]);
      expect((await admin.ask('GET', `/projects/${slug}`)).body.error).toBe('PROJECT_NOT_FOUND');
      const { session } = await admin.setUpTotp();
      expect((await session.ask('GET', `/projects/${slug}`)).status).toBe(200);
    });

    it('is carried only by a token created right after it was shown', async () => {
      const url = await replica();
      const admin = (await register('admin')).at(url);
      const { session, secret } = await admin.setUpTotp();
      const made = async (ask: typeof session.ask) =>
        (await ask('POST', '/accounts/tokens', { json: { name: 'A' } })).body.data.token;
      const works = async (token: string) => (await admin.ask('GET', '/admin/programs', { token })).status === 200;
      const fresh = await made(session.ask);
      const child = await made((method, path, call) => admin.ask(method, path, { ...call, token: fresh }));
      await admin.ageSecondFactor(16);
      const stale = await made(session.ask);
      expect([await works(fresh), await works(child), await works(stale)]).toEqual([true, false, false]);
      expect((await admin.ask('GET', RECIPIENT_OF_NONE, { token: fresh })).body.details).toEqual({
        second_factor: 'required',
      });

      // A program that somebody allowed is elsewhere, and nobody showed it a second factor.
      const allowed = await made(async (...call) => {
        await admin.ageSecondFactor(-16);
        return session.ask(...call);
      });
      expect(await works(allowed)).toBe(true);
      await stack.query(
        'submission',
        `UPDATE api_tokens SET client_id = 'shipyard-cli' WHERE token_hash = sha256($1)`,
        [Buffer.from(allowed)],
      );
      expect(await works(allowed)).toBe(false);

      const code = await admin.newCode(secret);
      expect((await admin.ask('DELETE', '/accounts/totp', { json: { password: admin.password, code } })).status).toBe(
        200,
      );
      expect([await works(fresh), (await session.ask('GET', '/admin/accounts')).body.details]).toEqual([
        false,
        { second_factor: 'set_up' },
      ]);
      await admin.setUpTotp();
      expect(await works(fresh)).toBe(false);
    });
  });
});
