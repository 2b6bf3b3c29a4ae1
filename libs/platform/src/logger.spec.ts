import { spawnSync } from 'node:child_process';
import path from 'node:path';

function linesOf(script: string): Record<string, unknown>[] {
  const workspace = path.join(__dirname, '../../..');
  const code = `
    const { createLogger } = require('./libs/platform/src/logger');
    const { requestContexts } = require('./libs/platform/src/request-context');
    const logger = createLogger('test');
    ${script}`;
  const { stdout } = spawnSync(process.execPath, ['-r', '@swc-node/register', '-e', code], {
    cwd: workspace,
    env: { ...process.env, SWC_NODE_PROJECT: 'tsconfig.base.json' },
    encoding: 'utf8',
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('logger', () => {
  it('writes JSON lines that carry the service and the id of the request', () => {
    const [inside, outside] = linesOf(
      `void requestContexts.run({ requestId: 'r1' }, async () => logger.info('in')); logger.warn('out');`,
    );
    expect(inside).toMatchObject({ level: 'info', service: 'test', request_id: 'r1', msg: 'in' });
    expect(outside).toMatchObject({ level: 'warn', msg: 'out' });
    expect(outside).not.toHaveProperty('request_id');
  });

  it('loses no line when a process exits at once or by an uncaught exception', () => {
    expect(
      linesOf(`for (let at = 0; at < 1000; at += 1) logger.info({ at }); process.exit(0);`).map(({ at }) => at),
    ).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
    expect(linesOf(`logger.info('last'); throw new Error('Failed');`)).toMatchObject([{ msg: 'last' }]);
  });

  it('logs a database error without the values of its statement', () => {
    const [line] = linesOf(`
      const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'slug_key', parameters: ['CANARY'], detail: 'Key (slug)=(CANARY)' });
      logger.warn({ err: Object.assign(new Error('failed', { cause }), { query: 'INSERT', parameters: ['CANARY'], driverError: cause }) });`);
    expect(line).toMatchObject({ err: { message: 'failed', cause: { code: '23505', constraint: 'slug_key' } } });
    expect(JSON.stringify(line)).not.toContain('CANARY');
  });

  it('never writes a secret, an email, a date of birth or a recipient, at any depth', () => {
    const lines = linesOf(`
      logger.info({ token: 'CANARY', headers: { authorization: 'CANARY', 'x-api-key': 'CANARY' } });
      logger.info({ email: 'CANARY', account: { email: 'CANARY', birthDate: 'CANARY' }, body: { birth_date: 'CANARY' } });
      logger.info({ body: { recipient_name: 'CANARY', shipment: { recipient_phone: 'CANARY' } }, request: { password: 'CANARY' } });`);
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });

  it('knows secrets by the end of their name, in any spelling, in lists and far inside', () => {
    const [line] = linesOf(`
      const deep = { a: { b: { c: { d: { accounts: [{ id: 1, email: 'CANARY' }] } } } } };
      const endless = {}; endless.next = endless;
      logger.info({ ownerEmail: 'CANARY', owner_email: 'CANARY', Email: 'CANARY', 'X-Api-Key': 'CANARY', deep, endless, prompt_tokens: 3, ids: ['a', 'b'] });`);
    expect(JSON.stringify(line)).not.toContain('CANARY');
    expect(line).toMatchObject({ prompt_tokens: 3, ids: ['a', 'b'] });
    expect(line).toHaveProperty('deep.a.b.c.d.accounts', [{ id: 1, email: '[redacted]' }]);
  });
});
