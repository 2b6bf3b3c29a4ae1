import { sharedStack } from '@shipyard/testing';
import { headingOf } from './page-client';
import { shippingParties, RECIPIENT } from './shipment';
import { StudioVisitor } from './studio-visitor';

const FORM = {
  recipient_name: RECIPIENT.recipient_name,
  recipient_phone: RECIPIENT.recipient_phone,
  recipient_address: RECIPIENT.recipient_address,
};

describe('the shipping page', () => {
  const stack = sharedStack();
  const { credentials, submissionUrl: site } = stack;
  const { owner, other, minor, fulfilment, projectIn } = shippingParties(stack);
  const pathOf = (slug: string) => `/studio/projects/${slug}/shipping`;
  const stateOf = async (slug: string) => (await owner.status(slug)).state;
  let adult: StudioVisitor;
  let child: StudioVisitor;

  beforeAll(async () => {
    [adult, child] = [new StudioVisitor(site), new StudioVisitor(site)];
    await adult.logIn(credentials.participant.email, credentials.participant.password);
    await child.logIn(credentials.minor_participant.email, credentials.minor_participant.password);
  });

  it('takes an address, says when it came, and never shows it again', async () => {
    const slug = await projectIn('approved_to_ship');
    expect(headingOf((await adult.open(pathOf(slug))).html)).toBe('Where do we send your prize?');
    const sent = await adult.fill(pathOf(slug), FORM);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, pathOf(slug)]);
    const { html } = await adult.open(pathOf(slug));
    expect(headingOf(html)).toBe('We have your address');
    expect(html).toMatch(/Received: <time[^>]*>\d{1,2} [A-Z][a-z]{2}, \d\d:\d\d UTC<\/time>/);
    for (const secret of Object.values(FORM)) expect(html).not.toContain(secret.split('\n')[0]);
  });

  it('stores what was sent: staff read it', async () => {
    const slug = await projectIn('approved_to_ship');
    await adult.fill(pathOf(slug), {
      ...FORM,
      recipient_address: 'Long Lane 1\r\n10827 Berlin',
      recipient_country: 'DE',
    });
    const { body } = await fulfilment.call<{ shipment: object }>('GET', `/admin/projects/${slug}/shipment`);
    expect(body.data.shipment).toMatchObject({
      ...FORM,
      recipient_address: 'Long Lane 1\n10827 Berlin',
      recipient_country: 'DE',
    });
  });

  it('keeps what was typed when a field is wrong, and is in no cache', async () => {
    const slug = await projectIn('approved_to_ship');
    const refused = await adult.fill(pathOf(slug), { ...FORM, recipient_phone: '' });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(refused.html).toContain('Enter a phone number. The carrier needs one.');
    expect(refused.html).toContain(`value="${FORM.recipient_name}"`);
    expect(await stateOf(slug)).toBe('approved_to_ship');
  });

  it.each([
    { field: 'recipient_name', value: 'N'.repeat(101), says: 'The name has 101 characters. Use at most 100.' },
    { field: 'recipient_phone', value: '1'.repeat(51), says: 'The phone number has 51 characters. Use at most 50.' },
    { field: 'recipient_phone', value: '☎️ call me', says: 'Enter a phone number with at least five digits.' },
    { field: 'recipient_phone', value: '12-34', says: 'Enter a phone number with at least five digits.' },
    {
      field: 'recipient_address',
      value: '长\r\n'.repeat(5_000),
      says: 'The address has 10000 characters. Use at most 500.',
    },
    { field: 'recipient_address', value: ' \r\n', says: 'Enter the address.' },
  ])('refuses $field beside it, and keeps what was typed: $says', async ({ field, value, says }) => {
    const slug = await projectIn('approved_to_ship');
    const { status, html } = await adult.fill(pathOf(slug), { ...FORM, [field]: value });
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(`id="${field}-error">.*${says}`));
    expect(html.includes(value)).toBe(true);
    expect(html).not.toContain('maxLength');
    expect(await stateOf(slug)).toBe('approved_to_ship');
  });

  it('takes digits of any script, and the API takes any phone number', async () => {
    const [slug, other] = [await projectIn('approved_to_ship'), await projectIn('approved_to_ship')];
    expect((await adult.fill(pathOf(slug), { ...FORM, recipient_phone: '０１２３４' })).status).toBe(303);
    const json = { ...FORM, recipient_phone: 'ask' };
    expect((await owner.call('POST', `/projects/${other}/shipment`, { json })).status).toBe(200);
  });

  it('asks only minors for consent, and refuses without it', async () => {
    const [own, slug] = [await projectIn('approved_to_ship'), await projectIn('approved_to_ship', minor)];
    expect((await adult.open(pathOf(own))).html).not.toContain('guardian_confirmed');
    expect((await child.open(pathOf(slug))).html).toContain('My parent or guardian knows about this prize');
    const refused = await child.fill(pathOf(slug), FORM);
    expect([refused.status, refused.html.includes('Check this together with a parent or guardian.')]).toEqual([
      400,
      true,
    ]);
    expect((await child.fill(pathOf(slug), { ...FORM, guardian_confirmed: 'yes' })).status).toBe(303);
  });

  it('withdraws in two steps', async () => {
    const slug = await projectIn('approved_to_ship');
    await adult.fill(pathOf(slug), FORM);
    const asked = await adult.open(`${pathOf(slug)}/withdraw`);
    expect(headingOf(asked.html)).toBe('Withdraw your address?');
    expect(await stateOf(slug)).toBe('shipment_submitted');
    expect((await adult.fill(`${pathOf(slug)}/withdraw`, {})).status).toBe(303);
    expect(await stateOf(slug)).toBe('approved_to_ship');
    expect((await adult.open(`${pathOf(slug)}/withdraw`)).status).toBe(303);
  });

  it('replaces an address, also when the form is sent twice', async () => {
    const slug = await projectIn('approved_to_ship');
    await adult.fill(pathOf(slug), FORM);
    const again = [1, 2].map(() => adult.fill(pathOf(slug), { ...FORM, recipient_name: 'Bo Lindgren' }));
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([303, 303]);
    const { body } = await fulfilment.call<{ shipment: object }>('GET', `/admin/projects/${slug}/shipment`);
    expect(body.data.shipment).toMatchObject({ recipient_name: 'Bo Lindgren' });
    expect((await adult.open(pathOf(slug))).html).toMatch(/Replaced: <time[^>]*>[^<]+ UTC<\/time>/);
    await adult.fill(`${pathOf(slug)}/withdraw`, {});
    await adult.fill(pathOf(slug), FORM);
    expect((await adult.open(pathOf(slug))).html).toContain('Received: <time');
  });

  it.each(['draft', 'review_pending', 'recommended', 'changes_requested', 'interviewing', 'rejected'])(
    'has no form in %s, and a form that is sent is refused',
    async (state) => {
      const slug = await projectIn(state);
      const { html } = await adult.open(pathOf(slug));
      expect(html).not.toContain('recipient_address');
      const { html: home } = await adult.open('/studio');
      const [, token = ''] = /name="csrf_token" value="([^"]+)"/.exec(home) ?? [];
      expect((await adult.send(pathOf(slug), { csrf_token: token, ...FORM })).status).toBe(409);
      expect(await stateOf(slug)).toBe(state);
    },
  );

  it('shows a prize that was sent, and takes the word of its maker that it arrived', async () => {
    const slug = await projectIn('approved_to_ship');
    await adult.fill(pathOf(slug), FORM);
    const json = { carrier: '顺丰速运', tracking: 'SF1234567890' };
    await fulfilment.call('POST', `/admin/projects/${slug}/ship`, { json });
    const sent = await adult.open(pathOf(slug));
    expect(headingOf(sent.html)).toBe('Your prize is on its way');
    expect(sent.html).toMatch(/<dt>Shipped<\/dt><dd><time[^>]*>\d{1,2} [A-Z][a-z]+ \d{4}<\/time>/);
    expect(sent.html).toContain('href="https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF1234567890"');
    expect(sent.html).toContain(`href="/studio/projects/${slug}/logs"`);
    expect((await adult.open('/studio')).html).toMatch(/Shipped on \d{1,2} [A-Z][a-z]{2} \d{4}/);
    expect((await adult.open(`/projects/${slug}`)).html).toMatch(/Shipped<\/span><time/);

    const pressed = await adult.fill(pathOf(slug), {}, { action: `${pathOf(slug)}/arrived` });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, pathOf(slug)]);
    const { html } = await adult.open(pathOf(slug));
    expect([headingOf(html), html.includes('It arrived')]).toEqual(['Your prize has arrived', false]);
  });

  it('an arrival is told once, by the owner of a sent prize, and staff read it until the prize is sent again', async () => {
    const slug = await projectIn('approved_to_ship');
    const tell = (by = owner) => by.refused('POST', `/projects/${slug}/shipment/arrived`);
    expect((await tell()).body).toMatchObject({ error: 'STATE_CONFLICT', details: { state: 'approved_to_ship' } });
    await adult.fill(pathOf(slug), FORM);
    await fulfilment.call('POST', `/admin/projects/${slug}/ship`, { json: {} });
    expect((await tell(fulfilment)).body.error).toBe('FORBIDDEN');
    const read = async (by = fulfilment) =>
      (await by.call<{ arrived_at?: string | null }>('GET', `/projects/${slug}`)).body.data;
    expect((await read()).arrived_at).toBeNull();
    const answers = await Promise.all([tell(), tell(), tell()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read()).arrived_at).toEqual(expect.any(String));
    expect(await read(other)).not.toHaveProperty('arrived_at');
    const trail = await stack.query(
      'submission',
      `SELECT actor FROM audit_entries entry JOIN projects project ON project.id = entry.project_id WHERE slug = $1 AND action = 'confirm_arrival'`,
      [slug],
    );
    expect(trail).toEqual([{ actor: 'owner' }]);
    const json = { reason: 'It came back' };
    expect((await fulfilment.call('POST', `/admin/projects/${slug}/reship`, { json })).status).toBe(200);
    expect((await read()).arrived_at).toBeNull();
  });

  it('says when an address was deleted because it had been kept for too long', async () => {
    const slug = await projectIn('approved_to_ship');
    await stack.query(
      'submission',
      `INSERT INTO audit_entries (project_id, actor, action, from_state, to_state)
       SELECT id, 'system', 'expire_shipment', 'shipment_submitted', 'approved_to_ship' FROM projects WHERE slug = $1`,
      [slug],
    );
    expect((await adult.open(pathOf(slug))).html).toContain('Your address was deleted');
  });

  it('an ended session carries no recipient through the log-in', async () => {
    const slug = await projectIn('approved_to_ship');
    const visitor = new StudioVisitor(site);
    const { status, html } = await visitor.send(pathOf(slug), { csrf_token: 'x', ...FORM });
    expect([status, headingOf(html)]).toEqual([401, 'Log in to go on']);
    for (const secret of Object.values(FORM)) expect(html).not.toContain(secret.split('\n')[0]);
  });

  it('speaks Chinese', async () => {
    const slug = await projectIn('approved_to_ship');
    const { html } = await adult.open(pathOf(slug), {
      'accept-language': 'zh-CN',
      cookie: `${adult.cookie}; lang=zh-CN`,
    });
    expect(headingOf(html)).toBe('奖品寄到哪里？');
  });
});
