import { execFile, execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keyRing, secret } from './installation';

/** The compose files of this repository, run by Docker or podman-compose with secrets made for one drill. */

const execute = promisify(execFile);
const WORKSPACE = path.join(__dirname, '../..');
const PROJECT = 'shipyard-drill';
const LARGEST_OUTPUT = 64 * 1024 * 1024;
export const PROCESSES = ['submission', 'submission-worker', 'gateway', 'gateway-worker'];

/** Its daemon answers, and it has the plugin. */
const hasDocker = () => {
  try {
    execFileSync('docker', ['compose', 'ls'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export class ComposeProject {
  /** What docker/.env says. */
  readonly settings: Record<string, string> = {
    ...Object.fromEntries(
      [
        'POSTGRES',
        'REDIS',
        'SUBMISSION_DATABASE',
        'GATEWAY_DATABASE',
        'SUBMISSION_OWNER_DATABASE',
        'GATEWAY_OWNER_DATABASE',
      ].map((name) => [`${name}_PASSWORD`, secret()]),
    ),
    ...Object.fromEntries(
      [
        'SHIPMENT_MASTER_KEYS',
        'GATEWAY_MASTER_KEYS',
        'SUBMISSION_URL_SIGNING_KEYS',
        'GATEWAY_URL_SIGNING_KEYS',
        'SUBMISSION_SESSION_KEYS',
        'GATEWAY_SESSION_KEYS',
      ].map((name) => [name, keyRing()]),
    ),
    REVIEW_GATEWAY_KEY: 'gwk_not-made-yet',
    REVIEW_MODEL: 'sandbox-chat',
    ENABLE_SANDBOX: '1',
    STAFF_TOTP: 'optional',
  };

  files = ['docker/compose.yaml'];
  private readonly usesDocker = hasDocker();

  /** Gets a file with the settings. */
  constructor(private readonly folder: string) {}

  private get engine(): string {
    return this.usesDocker ? 'docker' : 'podman';
  }

  async runEngine(...args: string[]): Promise<string> {
    // Docker and podman write the log of a container to both.
    const { stdout, stderr } = await execute(this.engine, args, { cwd: WORKSPACE, maxBuffer: LARGEST_OUTPUT });
    return args[0] === 'logs' ? `${stdout}${stderr}` : stdout;
  }

  /** NODE_IMAGE names another base image, and IMAGE one that is built already. */
  async build(): Promise<string> {
    const { NODE_IMAGE, BUILD_ARGS, IMAGE } = process.env;
    if (IMAGE) {
      await this.runEngine('tag', IMAGE, 'shipyard');
      return `The image is ${IMAGE}`;
    }
    const beganAt = Date.now();
    const base = NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`] : [];
    const build = [
      'build',
      ...(BUILD_ARGS?.split(' ') ?? []),
      ...base,
      '-t',
      'shipyard',
      '-f',
      'docker/Dockerfile',
      '.',
    ];
    await this.runEngine(...build);
    const size = async (image: string) =>
      Number(await this.runEngine('image', 'inspect', '--format', '{{.Size}}', image));
    const over = NODE_IMAGE
      ? `, ${Math.round(((await size('shipyard')) - (await size(NODE_IMAGE))) / 1e6)} MB over its base`
      : '';
    const seconds = Math.round((Date.now() - beganAt) / 1_000);
    return `The image is built: ${seconds} s, ${Math.round((await size('shipyard')) / 1e6)} MB${over}`;
  }

  /** Throws unless the image says who it is and which packages it holds, and is not of root. */
  async checkImage(): Promise<string> {
    const look = (format: string) => this.runEngine('image', 'inspect', '--format', format, 'shipyard');
    const user = (await look('{{.Config.User}}')).trim();
    const labels = JSON.parse(await look('{{json .Config.Labels}}')) as Record<string, string>;
    const named = ['title', 'licenses', 'version', 'revision'].filter(
      (label) => labels[`org.opencontainers.image.${label}`],
    );
    const count =
      'process.stdout.write(String(JSON.parse(require("fs").readFileSync("sbom.cdx.json")).components.length))';
    const packages = Number(await this.runEngine('run', '--rm', '--read-only', 'shipyard', 'node', '-e', count));
    if (user !== 'node' || named.length < 4 || !(packages > 0)) throw new Error('The image is not as it should be');
    return `Its user is ${user}, its labels name ${named.join(', ')}, and its SBOM has ${packages} packages`;
  }

  /** Builds the image of shipyard-ops, and runs it beside the processes. */
  async runOps(backups: string, ...args: string[]): Promise<string> {
    const { BUILD_ARGS } = process.env;
    await this.runEngine(
      'build',
      ...(BUILD_ARGS?.split(' ') ?? []),
      ...['-t', 'shipyard-ops', '-f', 'docker/ops.Dockerfile', 'docker'],
    );
    const url = `postgres://postgres:${this.settings.POSTGRES_PASSWORD}@postgres:5432/shipyard`;
    const volumes = ['submission', 'gateway'].flatMap((service) => [
      ...['-v', `${PROJECT}_${service}:/${service}`],
      ...['-e', `${service.toUpperCase()}_DATA_DIR=/${service}`],
    ]);
    return this.runEngine(
      ...['run', '--rm', '--network', `${PROJECT}_default`, '-e', `DATABASE_URL=${url}`],
      ...[...volumes, '-v', `${backups}:/backups`, 'shipyard-ops', ...args],
    );
  }

  async compose(...args: string[]): Promise<string> {
    const settings = path.join(this.folder, 'settings.env');
    await writeFile(
      settings,
      Object.entries(this.settings).map(([name, value]) => `${name}=${value}\n`),
      { mode: 0o600 },
    );
    const [command, ...first] = this.usesDocker ? ['docker', 'compose'] : ['podman-compose'];
    const files = this.files.flatMap((file) => ['-f', path.resolve(WORKSPACE, file)]);
    const { stdout } = await execute(
      command ?? '',
      [...first, '-p', PROJECT, '--env-file', settings, ...files, ...args],
      {
        cwd: WORKSPACE,
        maxBuffer: LARGEST_OUTPUT,
      },
    );
    return stdout;
  }

  /** Takes all programs of Debian from the processes, the shell included. */
  async takePrograms(): Promise<void> {
    const programs = path.join(this.folder, 'programs');
    const file = path.join(this.folder, 'no-programs.json');
    await mkdir(programs);
    const services = Object.fromEntries(PROCESSES.map((name) => [name, { volumes: [`${programs}:/usr/bin:ro`] }]));
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ services }));
    this.files.push(file);
  }

  /** podman-compose with podman before 4.6 does not wait for what `depends_on` says, so the drill waits in its place. */
  async up(): Promise<void> {
    if (this.usesDocker) return void (await this.compose('up', '-d'));
    await this.compose('up', '-d', '--no-deps', 'postgres', 'redis');
    await this.eventually('exec', '-T', 'postgres', 'pg_isready', '-U', 'postgres', '-d', 'shipyard');
    for (const once of ['provision', 'prepare-submission', 'prepare-gateway']) {
      await this.compose('up', '-d', '--no-deps', once);
      const { stdout } = await execute('podman', ['wait', `${PROJECT}_${once}_1`]);
      if (stdout.trim() !== '0') throw new Error(`${once} exited with ${stdout.trim()}`);
    }
    const proxy = this.files.length > 1 ? ['proxy'] : [];
    await this.compose('up', '-d', '--no-deps', ...PROCESSES, ...proxy);
  }

  /** podman-compose ends Postgres and Redis beside the processes that need them. */
  async down(): Promise<void> {
    if (!this.usesDocker) await this.compose('stop', ...PROCESSES);
    await this.compose('down');
  }

  async eventually(...args: string[]): Promise<string> {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await this.compose(...args);
      } catch (error) {
        if (attempt > 60) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
  }

  /** The names of the containers of a process that run. */
  async containersOf(name: string): Promise<string[]> {
    const names = await this.runEngine('ps', '--format', '{{.Names}}');
    return names.split('\n').filter((each) => new RegExp(`^${PROJECT}[-_]${name}[-_]\\d+$`).test(each));
  }

  async remove(): Promise<void> {
    if (!this.usesDocker) await this.compose('stop', ...PROCESSES).catch(() => undefined);
    await this.compose('down', '-v');
  }
}
