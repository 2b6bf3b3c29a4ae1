import { mintWebhookSecret, signatureHeaders } from './webhook-signature';

describe('the signature of a webhook', () => {
  it('is the one of the published example', () => {
    expect(
      signatureHeaders(
        { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: 1_614_265_330, body: '{"test": 2432232314}' },
        ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      ),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('comes once for each secret', () => {
    const secrets = [mintWebhookSecret(), mintWebhookSecret()];
    const content = { eventId: 'a', sentAt: 1, body: '{}' };
    const both = signatureHeaders(content, secrets)['webhook-signature'].split(' ');
    expect(both).toEqual(secrets.map((secret) => signatureHeaders(content, [secret])['webhook-signature']));
    expect(new Set(both).size).toBe(2);
    expect(Buffer.from(secrets[0]?.slice('whsec_'.length) ?? '', 'base64')).toHaveLength(32);
  });
});
