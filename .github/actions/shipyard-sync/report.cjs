/*
 * Runs the command line for the action, and says on GitHub what it found: annotations at file and line, a summary of the
 * job, outputs, and a comment on a pull request. It needs nothing but Node.js.
 */
const { spawnSync } = require('node:child_process');
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

const { env } = process;
const MARK = '<!-- shipyard-sync -->';
const PUBLISHING = new Set(['push', 'workflow_dispatch', 'schedule']);
const CONFLICT = 5;
const COMMENTS_A_PAGE = 100;

/** A line of a command ends it, so these characters are written as GitHub asks. */
const data = (text) => String(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function command(name, text, properties = {}) {
  const given = Object.entries(properties).filter(([, value]) => value !== null && value !== undefined);
  const list = given.map(([key, value]) => `${key}=${property(value)}`).join(',');
  console.log(`::${name}${list === '' ? '' : ` ${list}`}::${data(text)}`);
}

function output(name, value) {
  if (!env.GITHUB_OUTPUT) return;
  // The end of the value must not be in it.
  const end = `end-${require('node:crypto').randomUUID()}`;
  appendFileSync(env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
}

const summary = (text) => env.GITHUB_STEP_SUMMARY && appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`);

/** Text of a project in a table: it must not become Markdown of ours. */
const cell = (text) =>
  String(text)
    .replaceAll(/[\\`*_{}[\]()#|<>!@]/g, '\\$&')
    .replaceAll(/\s+/g, ' ');
const fence = (value) => `\`${String(value).replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;

/** Returns the one JSON document that the command line prints. Null: it printed none. */
function shipyard(...args) {
  const ended = spawnSync('shipyard', [...args, '--json', '--no-input', '--cwd', env.PROJECT_FOLDER], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.error) throw ended.error;
  process.stderr.write(ended.stderr);
  return { status: ended.status ?? 1, found: parsed(ended.stdout) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const placeOf = (file) => path.posix.join(env.PROJECT_FOLDER.replaceAll('\\', '/'), file);

function check() {
  const { status, found } = shipyard('check');
  const { errors = [], warnings = [] } = found ?? {};
  for (const [kind, problems] of Object.entries({ error: errors, warning: warnings }))
    for (const { file, line, code, message } of problems)
      command(kind, message, { file: placeOf(file), line, title: code });
  const rows = [...errors.map((each) => ['Error', each]), ...warnings.map((each) => ['Warning', each])];
  summary(
    rows.length === 0
      ? '### Shipyard\n\nThe check found nothing.\n'
      : `### Shipyard\n\n| | file | line | what is wrong |\n|---|---|---|---|\n${rows
          .map(([kind, { file, line, message }]) => `| ${kind} | ${fence(file)} | ${line ?? ''} | ${cell(message)} |`)
          .join('\n')}\n`,
  );
  return status;
}

function planLines({ readme, config, logs, images }) {
  const keys = Object.keys(config);
  const lines = [
    ...(readme === 'same' ? [] : [`- README: ${readme}`]),
    ...(keys.length === 0 ? [] : [`- properties: ${keys.map(fence).join(', ')}`]),
    ...(logs.length === 0 ? [] : [`- new logs: ${logs.join(', ')}`]),
    ...(images.length === 0 ? [] : [`- images: ${images.map(fence).join(', ')}`]),
  ];
  return lines.length === 0 ? 'Nothing is new.' : lines.join('\n');
}

/** Says why nothing was sent, at the files that differ. */
function refused({ status, found }) {
  const { message = 'The command line failed. The lines above say why.', details = {} } = found ?? {};
  const files = status === CONFLICT && Array.isArray(details.files) ? details.files : [null];
  const title = status === CONFLICT ? 'The server has other text' : 'Nothing was sent';
  for (const file of files)
    command('error', message, { file: file === null ? null : placeOf(file), line: file && 1, title });
  summary(`**${title}.** ${cell(message)}\n`);
  return status;
}

function plan() {
  const planned = shipyard('sync', '--dry-run');
  if (planned.status !== 0 || !planned.found?.plan) return { status: planned.status || 1, failed: planned };
  output('plan', JSON.stringify(planned.found.plan));
  const lines = planLines(planned.found.plan);
  console.log(lines);
  return { status: 0, lines };
}

async function publish() {
  if (!['true', 'false'].includes(env.DRY_RUN)) {
    command('error', "The input dry-run must be 'true' or 'false'.");
    return 1;
  }
  output('published', 'false');
  const isRequest = env.EVENT === 'pull_request';
  if (!env.SHIPYARD_TOKEN) return withoutToken(isRequest);
  if (!isRequest && !PUBLISHING.has(env.EVENT)) {
    command('notice', 'The project was checked. It is published when the commit is pushed to its branch.');
    return 0;
  }
  const planned = plan();
  if (planned.failed) return refused(planned.failed);
  const isDry = isRequest || env.DRY_RUN === 'true';
  summary(`**${isDry ? 'A sync would send' : 'The sync sends'}:**\n\n${planned.lines}\n`);
  if (isRequest) await comment(`### Shipyard\n\nA push of this would send:\n\n${planned.lines}\n`);
  return isDry ? 0 : send();
}

function withoutToken(isRequest) {
  if (isRequest || env.IS_FORK === 'true' || !PUBLISHING.has(env.EVENT)) {
    command(
      'notice',
      'The project was checked. Without a token nothing is compared with the service, and nothing is published.',
    );
    return 0;
  }
  command(
    'error',
    'There is no token. Create one for projects in the studio, save it as a secret of this repository, and pass it as the input token.',
  );
  return 1;
}

function send() {
  const sent = shipyard('sync');
  if (sent.status !== 0 || !sent.found?.project) return refused({ ...sent, status: sent.status || 1 });
  const { project, readme_updated: readme, logs_added: logs, images_uploaded: images } = sent.found;
  output('published', 'true');
  output('page-url', project.page_url ?? '');
  output('readme-updated', String(readme));
  output('logs-added', JSON.stringify(logs.map(({ sequence }) => sequence)));
  output('images-uploaded', String(images));
  summary(`Published: ${project.page_url ?? ''}\n`);
  return 0;
}

/** Writes one comment on the pull request, and the same one again after each push. */
async function comment(text) {
  const event = existsSync(env.GITHUB_EVENT_PATH ?? '') ? parsed(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : null;
  const number = event?.pull_request?.number;
  if (!env.COMMENT_TOKEN || !Number.isInteger(number)) return;
  const comments = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`;
  try {
    const listed = await github('GET', `${comments}/${number}/comments?per_page=${COMMENTS_A_PAGE}`);
    const own = listed.find(({ body }) => typeof body === 'string' && body.startsWith(MARK));
    const body = { body: `${MARK}\n${text}` };
    if (own) await github('PATCH', `${comments}/comments/${own.id}`, body);
    else await github('POST', `${comments}/${number}/comments`, body);
  } catch (error) {
    // A fork gets a token that may only read.
    command('notice', `The plan is in the summary. It was not written on the pull request: ${error.message}`);
  }
}

async function github(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${env.COMMENT_TOKEN}`,
      'content-type': 'application/json',
      'user-agent': 'shipyard-sync',
      'x-github-api-version': '2022-11-28',
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`GitHub answered ${response.status}. The job needs "permissions: pull-requests: write".`);
  return response.json();
}

const COMMANDS = { check, publish };

(async () => {
  process.exitCode = await COMMANDS[process.argv[2]]();
})().catch((error) => {
  command('error', error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
