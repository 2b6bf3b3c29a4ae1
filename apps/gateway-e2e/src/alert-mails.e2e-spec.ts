import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import { MailServer, type ReceivedMail } from '@shipyard/testing/mail-server';
import { Admin } from './admin-client';
import { failAndBill } from './failing-supplier';
import { startGatewayStack } from './gateway-stack';
import { WebhookReceiver } from './webhook-receiver';

const OPERATOR = 'operator@gateway.example';

describe('mail about alerts', () => {
  let stack: TestStack;
  let admin: Admin;
  let server: MailServer;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    server = await MailServer.start();
    receiver = await WebhookReceiver.open();
    stack = await startGatewayStack({
      environment: {
        SMTP_URL: server.url,
        MAIL_FROM: 'Gateway <mail@gateway.example>',
        OPERATOR_MAIL_TO: OPERATOR,
        OPERATOR_MAIL_LANGUAGE: 'zh-CN',
        BREAKER_MIN_CALLS: '3',
        BREAKER_OPEN_SECONDS: '3600',
      },
    });
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  });

  afterAll(async () => {
    await stack.stop();
    await receiver.close();
    await server.stop();
  });

  /** Sweepers look at once when the worker starts. */
  const restart = () => stack.processes.gatewayWorker.replace('SIGKILL');
  const untilMails = (address: string, count: number) =>
    waitUntil(
      () => Promise.resolve(server.to(address)),
      (mails) => mails.length >= count,
    );
  const untilEnded = (address: string, count: number) =>
    waitUntil(
      () =>
        stack.query(
          'gateway',
          'SELECT outcome, attempts FROM mail_outbox WHERE address = $1 AND ended_at IS NOT NULL',
          [address],
        ),
      (ended) => ended.length >= count,
    );
  const subjectsOf = (mails: readonly ReceivedMail[]) => mails.map(({ parsed }) => parsed.subject ?? '').sort();
  const listen = (path: string, events: string[], customerId?: string) =>
    admin.do('POST', '/webhooks', {
      url: receiver.url(path),
      events,
      internal: true,
      ...(customerId !== undefined && { customer_id: customerId }),
    });

  it('tells each address of a customer once of each event, in its language, what the webhook says', async () => {
    const { customerId } = await admin.customer('1', {
      budget: { amount_cny: '0.1', period: 'month' },
      expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    });
    const readers = ['ada@customer.example', 'grace@customer.example'];
    const { customer } = await admin.do<{ customer: { alerts: object } }>('PATCH', `/customers/${customerId}`, {
      alerts: { balance_below_cny: '5', mail_to: readers, language: 'zh-CN' },
    });
    expect(customer.alerts).toMatchObject({
      mail_to: readers,
      language: 'zh-CN',
      mail_events: ['balance.low', 'budget.80', 'budget.100', 'key.expiring', 'statement.ready'],
    });
    // What a charge counts.
    await stack.query(
      'gateway',
      `INSERT INTO budget_windows (key_id, starts_at, used_nano)
       SELECT id, date_trunc('month', now() AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai', 80000000
       FROM enterprise_keys WHERE customer_id = $1`,
      [customerId],
    );
    const subjects = ['余额不足', '有密钥即将过期', '预算已用 80 %'].sort();
    await restart();
    for (const reader of readers) expect(subjectsOf(await untilMails(reader, 3))).toEqual(subjects);
    const low = server.to('ada@customer.example').find(({ parsed }) => parsed.subject === '余额不足')?.parsed;
    for (const part of ['余额：1.00 元', '提醒金额：5.00 元', '客户：Suite']) expect(low?.text).toContain(part);
    expect(low?.html).toContain('1.00 元');
    expect(low?.html).toContain('<html lang="zh-CN">');
    expect(low?.from?.text).toBe('"Gateway" <mail@gateway.example>');
    expect(low?.to).toMatchObject({ text: 'ada@customer.example' });

    // The events are open, so another round tells nothing. An address that left the list is told no more.
    await untilEnded('grace@customer.example', 3);
    await admin.do('PATCH', `/customers/${customerId}`, {
      alerts: { balance_below_cny: '0.5', mail_to: ['ada@customer.example'], language: 'en' },
    });
    await restart();
    await waitUntil(
      () => stack.query('gateway', `SELECT FROM webhook_events WHERE type = 'balance.low' AND is_open`),
      (open) => open.length === 0,
    );
    await admin.do('PATCH', `/customers/${customerId}`, { alerts: { balance_below_cny: '5' } });
    await restart();
    const all = subjectsOf(await untilMails('ada@customer.example', 4));
    expect(all).toEqual([...subjects, 'The balance is low'].sort());
    expect(server.to('grace@customer.example')).toHaveLength(3);
  });

  it('refuses what is no address, and too many of them', async () => {
    const { customerId } = await admin.customer('0.1');
    const change = async (alerts: object) => {
      const { status, body } = await admin.call('PATCH', `/customers/${customerId}`, { alerts });
      return [status, body.details?.fields?.map(({ field }) => field)];
    };
    for (const mailTo of [
      ['nobody'],
      ['a@b.example', 'a@b.example'],
      [7],
      Array.from({ length: 11 }, String),
      'a@b.example',
    ])
      expect(await change({ mail_to: mailTo })).toEqual([400, ['alerts.mail_to']]);
    expect(await change({ mail_events: ['losses.high'] })).toEqual([400, ['alerts.mail_events']]);
    expect(await change({ language: 'fr' })).toEqual([400, ['alerts.language']]);
  });

  it('sends a mail once more, with the same Message-ID, if the worker dies while it sends', async () => {
    const address = 'kill@customer.example';
    const { customerId, secret } = await admin.customer('10');
    await listen('/killed', ['image_task.finished'], customerId);
    await admin.do('PATCH', `/customers/${customerId}`, {
      alerts: { mail_to: [address], mail_events: ['image_task.finished'] },
    });
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.behave(address, { beforeAnswer: () => held });
    const { status } = await callApi(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
      token: secret,
      json: { model: 'sandbox-image', prompt: 'a boat' },
    });
    expect(status).toBe(202);
    await untilMails(address, 1);
    const restarted = restart();
    server.behave(address, {});
    answer();
    await restarted;
    // The lease of the dead worker ends.
    await stack.query('gateway', 'UPDATE mail_outbox SET next_attempt_at = now() WHERE address = $1', [address]);
    expect(await untilEnded(address, 1)).toEqual([{ outcome: 'sent', attempts: 2 }]);
    const ids = server.to(address).map(({ parsed }) => [parsed.messageId, parsed.date?.getTime()]);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect((await receiver.until('/killed', 1)).length).toBeGreaterThan(0);
  });

  it('tells operators of a supplier that fails, of other bills and of losses', async () => {
    await listen('/operator', ['losses.high']);
    const { customerId, keyId } = await failAndBill(admin);
    // What an undelivered answer leaves.
    await stack.query('gateway', LOSE, [customerId, keyId]);
    await restart();
    const mails = await untilMails(OPERATOR, 3);
    expect(subjectsOf(mails)).toEqual(['供应商出现故障', '供应商的账单与我们的计数不符', '损失过高'].sort());
    const [told] = await receiver.until('/operator', 1);
    const { loss_cny, charged_cny } = (told?.body.data ?? {}) as Record<string, string>;
    expect(loss_cny).toBe('3.50');
    const lost = mails.find(({ parsed }) => parsed.subject === '损失过高')?.parsed.text;
    for (const part of [`损失：${loss_cny} 元`, `收费：${charged_cny} 元`]) expect(lost).toContain(part);
  });
});

const LOSE = `
  INSERT INTO ledger_entries (id, request_id, customer_id, key_id, model, account, kind, reason, amount_nano, route_id)
  SELECT gen_random_uuid(), 'req_lost', $1::uuid, $2::uuid, 'dead', loss.account, 'loss', 'over_hold', loss.nano,
    (SELECT id FROM model_routes WHERE model_id = 'dead')
  FROM (VALUES ('revenue', 3500000000), ('funding', -3500000000)) AS loss (account, nano)`;
