import { hashPassword, hashToken } from '@shipyard/auth';
import { uuidv7 } from '@shipyard/platform/ids';
import type { DataSource } from 'typeorm';
import { ensureCredit } from './billing/credits.service';
import { ensureCustomer } from './customers/customers.service';
import type { DemoCredentials } from './demo-credentials';
import { EnterpriseKey } from './keys/enterprise-key.entity';
import { PRODUCTS, type Product } from './products';
import { AdminKey } from './operators/admin-key.entity';
import { ConsoleUser } from './operators/console-user.entity';

/** Fixed ids, so that every start writes the same rows. */
const DEMO_CUSTOMER = { id: '00000000-0000-7000-8000-00000000d001', name: 'Demo' };
const REVIEW_CUSTOMER = { id: '00000000-0000-7000-8000-00000000d002', name: 'Shipyard review' };
const CREDIT_NANO = 1_000_000_000_000n;

export async function seedDemo(
  dataSource: DataSource,
  credentials: DemoCredentials,
  reviewKey: string | undefined,
): Promise<void> {
  const addKey = (customerId: string, name: string, secret: string, scopes: Product[]) =>
    insertIfMissing(dataSource, EnterpriseKey, {
      id: uuidv7(),
      customerId,
      name,
      secretHash: hashToken(secret),
      last4: secret.slice(-4),
      scopes,
    });
  for (const customer of [DEMO_CUSTOMER, REVIEW_CUSTOMER]) {
    await ensureCustomer(dataSource.manager, customer);
    await ensureCredit(dataSource, customer.id, CREDIT_NANO, `demo-credit-${customer.id}`);
  }
  await addKey(DEMO_CUSTOMER.id, 'Demo', credentials.enterprise_key, [...PRODUCTS]);
  await addKey(DEMO_CUSTOMER.id, 'Demo, text only', credentials.enterprise_key_text_only, ['text']);
  if (reviewKey !== undefined) await addKey(REVIEW_CUSTOMER.id, 'Review worker', reviewKey, ['text']);
  await insertIfMissing(dataSource, AdminKey, {
    id: uuidv7(),
    name: 'Demo',
    secretHash: hashToken(credentials.gateway_admin_key),
    last4: credentials.gateway_admin_key.slice(-4),
    role: 'owner',
  });
  const email = credentials.gateway_console.email.toLowerCase();
  if (await dataSource.manager.existsBy(ConsoleUser, { email })) return;
  const passwordHash = await hashPassword(credentials.gateway_console.password);
  await insertIfMissing(dataSource, ConsoleUser, { id: uuidv7(), email, passwordHash, role: 'owner' });
}

async function insertIfMissing<Row extends object>(
  dataSource: DataSource,
  entity: new () => Row,
  row: object,
): Promise<void> {
  await dataSource.createQueryBuilder().insert().into(entity).values(row).orIgnore().execute();
}
