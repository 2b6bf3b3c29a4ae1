import { randomBytes } from 'node:crypto';
import { drawImage } from '../images';
import { PRODUCT_SCOPES } from '../product-scopes';
import type { JoinedStack } from '../joined-stack';
import type { Dice } from './dice';
import type { FieldValues } from './described-routes';
import { hostileMarkdown, oddText } from './hostile-values';

const PASSWORD = 'soak words that nobody guesses 41';
const ATTACKERS = 2;
const STATES = ['draft', 'recommended', 'changes_requested', 'interviewing', 'approved_to_ship', 'shipped'];

interface Attacker {
  id: string;
  handle: string;
  email: string;
  token: string;
  cookie: string;
  csrf: string;
}

type Answer = Record<string, never> & { data: Record<string, Record<string, string> & string> };

/** Hostile requests damage their targets, so `renew` replaces them. The demo's own keys are not among them. */
export class HostileWorld {
  attackers: Attacker[] = [];
  images: Buffer[] = [];
  readonly places: Record<string, string[]> = {
    docId: ['guide', 'x'],
    doc: ['quick-start.md', 'catalog.schema.json', 'x.md'],
    'v1-models': ['sandbox-chat', 'sandbox-image', 'x'],
    models: ['soak-model', 'soak-model-2'],
    sequence: ['1', '2', '0'],
  };
  gatewayKeys: string[] = [];
  gatewayAdminKeys: string[] = [];

  constructor(readonly stack: JoinedStack) {}

  async open(): Promise<void> {
    this.images = await Promise.all((['png', 'jpeg', 'webp', 'gif'] as const).map((format) => drawImage({ format })));
    const { credentials } = this.stack;
    const [row] = await this.stack.query('gateway', 'SELECT customer_id AS id FROM enterprise_keys LIMIT 1');
    await this.admin(
      'POST',
      `/admin/customers/${String(row?.id)}/credits`,
      { amount_cny: '1000000', reason: 'A soak' },
      { 'idempotency-key': randomBytes(8).toString('hex') },
    );
    await this.api('POST', '/admin/programs', { id: 'soak-program', name: 'Soak' }, credentials.staff.admin);
    await this.renew();
  }

  async renew(): Promise<void> {
    this.attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => this.register()));
    const projects = await Promise.all(STATES.map((state) => this.createProject(this.main, state)));
    Object.assign(this.places, {
      programId: [this.stack.credentials.program_id, 'soak-program'],
      handle: this.attackers.map(({ handle }) => handle),
      accountId: this.attackers.map(({ id }) => id),
      slug: projects.map(({ slug }) => slug),
      projectId: projects.map(({ id }) => id),
      fileName: projects.flatMap(({ assets }) => assets),
      assetId: projects.flatMap(({ assets }) => assets.map((name) => name.split('.')[0] ?? '')),
    });
    await this.renewGateway();
  }

  get values(): FieldValues {
    const attacker = (dice: Dice) => dice.pick(this.attackers);
    const fresh = (dice: Dice) => `soak-${dice.below(1e9).toString(36)}`;
    const words = (dice: Dice) => (dice.percent(50) ? hostileMarkdown(dice) : '# A\n\n![a](a.png)\n\nIt works.');
    return {
      program_id: () => this.stack.credentials.program_id,
      project_id: (dice) => dice.pick(this.placesOf('projectId')),
      id: fresh,
      slug: fresh,
      handle: fresh,
      email: (dice) => (dice.percent(60) ? attacker(dice).email : `${fresh(dice)}@example.com`),
      password: () => PASSWORD,
      current_password: () => PASSWORD,
      readme: words,
      readme_markdown: words,
      markdown: words,
      content_md: words,
      description_md: words,
      tags: () => ['a', 'b'],
      demo_urls: () => ['https://example.org/'],
      header_image: (dice) =>
        `cloud://${dice.pick(this.placesOf('projectId'))}/${dice.pick(this.placesOf('fileName'))}`,
      sequence: (dice) => 1 + dice.below(1e6),
      created_at: () => 1_700_000_000,
      roles: () => ['participant'],
      reset_token: (dice) => `prt_${oddText(dice).slice(0, 60)}`,
      credential: (dice) => `ivc_${oddText(dice).slice(0, 60)}`,
      base_updated_at: () => undefined,
      guardian_confirmed: () => true,
      url: () => 'https://example.org/',
    };
  }

  get main(): Attacker {
    const [first] = this.attackers;
    if (!first) throw new Error('The world is not open');
    return first;
  }

  placesOf(name: string): string[] {
    const known = this.places[name];
    return known && known.length > 0 ? known : ['0192f0c1-0000-7000-8000-000000000000', 'nowhere'];
  }

  private async register(): Promise<Attacker> {
    const handle = `soak-${randomBytes(6).toString('hex')}`;
    const email = `${handle}@example.com`;
    const { status, body } = await this.api('POST', '/accounts', {
      handle,
      display_name: 'Soak',
      email,
      password: PASSWORD,
      birth_date: '2001-01-01',
    });
    if (status !== 201) throw new Error(`An account for the soak was not made: ${status} ${JSON.stringify(body)}`);
    const login = await this.api('POST', '/accounts/login', { email, password: PASSWORD });
    const { token, account } = body.data as unknown as { token: string; account: { id: string } };
    const csrf = (login.body.data as unknown as { csrf_token?: string } | undefined)?.csrf_token ?? '';
    return {
      id: account.id,
      handle,
      email,
      token,
      cookie: (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
      csrf,
    };
  }

  private async createProject(
    { token }: Attacker,
    state: string,
  ): Promise<{ id: string; slug: string; assets: string[] }> {
    const slug = `soak-${randomBytes(6).toString('hex')}`;
    const created = await this.api(
      'POST',
      '/projects',
      { program_id: this.stack.credentials.program_id, slug, name: 'Soak' },
      token,
    );
    const id = (created.body.data as unknown as { project?: { id: string } } | undefined)?.project?.id;
    if (id === undefined)
      throw new Error(`A project for the soak was not made: ${created.status} ${JSON.stringify(created.body)}`);
    const form = new FormData();
    form.set('readme', `# Soak\n\n![a](a.png)\n\n${'It measures rain. '.repeat(40)}`);
    form.append('a.png', new Blob([new Uint8Array(this.images[0] ?? Buffer.alloc(0))]), 'a.png');
    const readme = await this.api('PUT', `/projects/${slug}/readme`, form, token);
    await this.api(
      'POST',
      '/projects/sync',
      { project_id: id, new_logs: [1, 2].map((sequence) => ({ sequence, title: 'A', content_md: 'a' })) },
      token,
    );
    await this.stack.query(
      'submission',
      `UPDATE projects SET state = $2, shipped_at = CASE WHEN $2 = 'shipped' THEN now() END WHERE id = $1`,
      [id, state],
    );
    const images = (readme.body.data as unknown as { images?: { file_id: string }[] } | undefined)?.images ?? [];
    return { id, slug, assets: images.map(({ file_id: fileId }) => fileId.split('/').at(-1) ?? '') };
  }

  private async renewGateway(): Promise<void> {
    const made = async (path: string, json: object, name: string) => {
      const { body } = await this.admin('POST', path, json);
      return {
        id: String((body.data as unknown as Record<string, { id?: string } | undefined> | undefined)?.[name]?.id),
        secret: String((body.data as unknown as { secret?: string } | undefined)?.secret),
      };
    };
    const customer = await made('/admin/customers', { name: 'Soak' }, 'customer');
    const scopes = [...PRODUCT_SCOPES, 'keys'];
    const keys = [await made('/admin/keys', { customer_id: customer.id, name: 'Soak', scopes }, 'key')];
    const supplierId = `soak-${randomBytes(6).toString('hex')}`;
    await this.admin('POST', '/admin/suppliers', {
      id: supplierId,
      kind: 'openai',
      base_url: 'http://127.0.0.1:9/v1',
      api_keys: ['soak'],
      internal: true,
    });
    const adminKey = await made('/admin/admin-keys', { name: 'Soak', role: 'viewer' }, 'admin_key');
    const user = await made(
      '/admin/users',
      { email: `${supplierId}@example.com`, password: PASSWORD, role: 'viewer' },
      'user',
    );
    const task = await this.admin(
      'POST',
      '/v1/images/tasks',
      { model: 'sandbox-image', prompt: 'a' },
      {},
      this.stack.credentials.enterprise_key,
    );
    const route = await made(
      '/admin/models/soak-model/routes',
      { supplier_id: supplierId, upstream_model: 'm' },
      'route',
    );
    const taskId = String((task.body as unknown as { id?: string }).id);
    this.gatewayKeys = keys.map(({ secret }) => secret);
    this.gatewayAdminKeys = [adminKey.secret];
    Object.assign(this.places, {
      customers: [customer.id],
      keys: keys.map(({ id }) => id),
      suppliers: [supplierId],
      'admin-keys': [adminKey.id],
      users: [user.id],
      routes: [route.id],
      tasks: [taskId],
      'v1-tasks': [taskId],
      'v1-keys': keys.map(({ id }) => id),
      name: ['0192f0c1-0000-7000-8000-000000000000.png?expires=1&signature=a'],
    });
  }

  private api(method: string, path: string, body?: object, token?: string) {
    return call(
      `${this.stack.submissionUrl}/api/v1${path}`,
      method,
      body,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    );
  }

  private admin(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    key = this.stack.credentials.gateway_admin_key,
  ) {
    return call(`${this.stack.gatewayUrl}${path}`, method, body, { authorization: `Bearer ${key}`, ...headers });
  }
}

async function call(url: string, method: string, body: object | undefined, headers: Record<string, string>) {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer,
  };
}
