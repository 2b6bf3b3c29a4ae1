import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { documentedHeadOf, type TestStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { metricsOf } from './gateway-metrics';
import { startGatewayStack } from './gateway-stack';

const ROWS = Number(process.env.LEDGER_ROWS ?? 200_000);
/** Rows of the file that the worker writes: four parts, so that it can be killed between two. */
const WRITTEN_ROWS = ROWS / 10;
/**
 * How much the process may grow while it sends files. Its young objects alone may take three times 64 MB
 * (--max-semi-space-size).
 */
const GROWTH_BYTES = 320 * 1024 * 1024;
const LOOKS = 20;
/** Rows of a part of a file. */
const PART_ROWS = 5_000;

describe('the ledger as a file', () => {
  let stack: TestStack;
  let owner: Admin;
  let bulkId: string;
  let writtenId: string;

  beforeAll(async () => {
    stack = await startGatewayStack();
    owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    bulkId = await customerWith(ROWS, 'bulk');
    writtenId = await customerWith(WRITTEN_ROWS, 'file');
    // Postgres does so by itself within a minute.
    await stack.query('gateway', 'ANALYZE ledger_entries');
  });

  afterAll(() => stack.stop());

  /** The ids of its rows end with their number. */
  async function customerWith(rows: number, name: string): Promise<string> {
    const { customer } = await owner.do<{ customer: { id: string } }>('POST', '/customers', { name });
    await stack.query(
      'gateway',
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, model, account, kind, amount_nano)
       SELECT (left(md5($2), 8) || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now() - make_interval(secs => n / 1000.0), $2 || '-' || n / 2, $1, 'sandbox-chat',
         CASE n % 2 WHEN 0 THEN 'revenue' ELSE 'funding' END, 'loss', CASE n % 2 WHEN 0 THEN 5 ELSE -5 END
       FROM generate_series(0, ${rows - 1}) AS n`,
      [customer.id, name],
    );
    return customer.id;
  }

  /** Only the head is compared: the document describes no body in CSV. */
  const open = () =>
    documentedHeadOf(
      get(`${stack.gatewayUrl}/admin/ledger?format=csv&customer_id=${bulkId}`, {
        headers: { authorization: `Bearer ${owner.key}` },
      }),
    );
  const residentBytes = async () => {
    const text = await metricsOf(stack, 'gateway');
    return Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]);
  };

  const fetchedRows = async () => {
    const [row] = await stack.query(
      'gateway',
      `SELECT sum(idx_tup_fetch) AS count FROM pg_stat_user_tables WHERE relname LIKE 'ledger\\_entries\\_%'`,
    );
    return Number(row?.count);
  };

  it('has the rows that match the filters, and no formula', async () => {
    const { customerId } = await owner.customer('12.50');
    await stack.query(
      'gateway',
      `INSERT INTO ledger_entries (id, request_id, customer_id, model, account, kind, amount_nano)
       VALUES (gen_random_uuid(), 'evil', $1, '=HYPERLINK("http://x","y")', 'revenue', 'loss', 5), (gen_random_uuid(), 'evil', $1, '@a', 'funding', 'loss', -5)`,
      [customerId],
    );
    const { status, headers, text } = await owner.call('GET', `/ledger?format=csv&customer_id=${customerId}`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe(
      'id,created_at,request_id,task_id,customer_id,key_id,model,account,kind,amount_cny,lines,route_id,supplier_cost_cny',
    );
    expect(lines).toHaveLength(5);
    expect(text).toContain(`,"'=HYPERLINK(""http://x"",""y"")",revenue,loss,0.000000005,[],,`);
    expect(text).toContain(`,'@a,funding,loss,-0.000000005,[],,`);
    expect(text).toContain(',customer,credit,12.50,[],,');
    expect((await owner.call('GET', '/ledger?format=xml')).body.error).toBe('VALIDATION_FAILED');
  });

  it(`sends ${ROWS} rows once each in bounded memory, while another client has stopped reading`, async () => {
    const before = await residentBytes();
    const fetchedBefore = await fetchedRows();
    const standing = await open();
    let highest = 0;
    let look = 0;
    const rows = await countRows(await open(), async (read) => {
      if (read < look) return;
      look += ROWS / LOOKS;
      highest = Math.max(highest, await residentBytes());
    });
    expect(rows).toBe(ROWS);
    expect(highest).toBeGreaterThan(0);
    expect(highest - before).toBeLessThan(GROWTH_BYTES);
    const fetched = (await waitUntil(fetchedRows, (count) => count - fetchedBefore >= ROWS)) - fetchedBefore;
    expect(fetched).toBeLessThan(1.5 * ROWS);
    expect(await countRows(standing, () => Promise.resolve())).toBe(ROWS);
    expect((await residentBytes()) - before).toBeLessThan(GROWTH_BYTES);
  });

  it('is written by the worker, once each, although the worker is killed, and is deleted when it expires', async () => {
    interface Answer {
      ledger_file: { id: string; status: string; percent: number; rows: number; bytes: number };
    }
    const ask = () =>
      owner.do<Answer>(
        'POST',
        '/ledger-files',
        { customer_id: writtenId },
        { headers: { 'idempotency-key': writtenId } },
      );
    // The third part is in the store, and nobody knows.
    await stack.query(
      'gateway',
      `CREATE FUNCTION stop_file() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.part_count > 2 THEN RAISE 'stopped by the suite'; END IF; RETURN NEW; END $$`,
    );
    await stack.query(
      'gateway',
      'CREATE TRIGGER stop_file BEFORE UPDATE ON ledger_files FOR EACH ROW EXECUTE FUNCTION stop_file()',
    );
    const [{ ledger_file: asked }, { ledger_file: again }] = [await ask(), await ask()];
    const { id } = asked;
    expect([again.id, asked.status, asked.percent]).toEqual([id, 'pending', 0]);
    const read = async () => (await owner.do<Answer>('GET', `/ledger-files/${id}`)).ledger_file;
    const { gatewayWorker } = stack.processes;
    const half = await waitUntil(read, ({ rows }) => rows === 2 * PART_ROWS);
    expect([half.status, half.percent > 0, half.percent < 100]).toEqual(['running', true, true]);
    const restarted = gatewayWorker.restarted();
    gatewayWorker.kill('SIGKILL');
    expect((await owner.call('GET', `/ledger-files/${id}.csv`)).body.error).toBe('CONFLICT');
    await stack.query('gateway', 'DROP TRIGGER stop_file ON ledger_files');
    await restarted;
    const whole = await waitUntil(read, ({ status }) => status === 'succeeded', { giveUpAfterMs: 120_000 });
    expect([whole.rows, whole.percent]).toEqual([WRITTEN_ROWS, 100]);
    const headers = { authorization: `Bearer ${owner.key}` };
    const file = await documentedHeadOf(get(`${stack.gatewayUrl}/admin/ledger-files/${id}.csv`, { headers }));
    expect(Number(file.headers['content-length'])).toBe(whole.bytes);
    expect(await countRows(file, () => Promise.resolve())).toBe(WRITTEN_ROWS);

    await stack.query('gateway', `UPDATE ledger_files SET expires_at = now() - interval '1 second'`);
    expect((await owner.call('GET', `/ledger-files/${id}`)).status).toBe(404);
    const folder = path.join(stack.dataDir, 'store/gateway/ledger-files', id);
    await waitUntil(
      () => readdir(folder).catch(() => []),
      (names) => names.length === 0,
      { giveUpAfterMs: 60_000 },
    );
    await waitUntil(
      () => stack.query('gateway', 'SELECT FROM ledger_files'),
      (rows) => rows.length === 0,
    );
  });

  it('is not read further after the client disconnects', async () => {
    const leaving = await open();
    await once(leaving, 'readable');
    leaving.destroy();
    const log = path.join(stack.dataDir, 'logs', 'gateway.log');
    await waitUntil(
      () => readFile(log, 'utf8'),
      (text) => text.includes('A client did not read a ledger file to its end'),
    );
    const [now] = await stack.query('gateway', 'SELECT clock_timestamp() AS time');
    for (let call = 0; call < LOOKS; call += 1) await owner.do('GET', '/customers');
    const later = `SELECT query_start FROM pg_stat_activity WHERE query LIKE '%FROM ledger_entries%' AND pid <> pg_backend_pid() AND query_start > $1`;
    expect(await stack.query('gateway', later, [now?.time])).toEqual([]);
  });
});

/** Reads a file to its end, and fails unless its rows are `n` from 0 on. Calls `onPiece` with the number of rows. */
async function countRows(response: IncomingMessage, onPiece: (rows: number) => Promise<void>): Promise<number> {
  let rows = -1;
  let rest = '';
  for await (const piece of response.setEncoding('latin1') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (rows >= 0 && Number.parseInt(line.slice(24, 36), 16) !== rows) throw new Error(`The row ${rows} is ${line}`);
      rows += 1;
    }
    await onPiece(rows);
  }
  if (rest !== '') throw new Error(`The file ends with ${rest}`);
  return rows;
}
