import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { drawImage, sharedStack } from '@shipyard/testing';
import { register } from './newcomer';
import { Participant } from './participant';

const WORKSPACE = path.join(__dirname, '../../..');
const run = promisify(execFile);

/** What somebody else's program does, as the README of the package shows it. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { isShipyardError, Shipyard } from LIBRARY;
const { API, TOKEN, SLUG, IMAGE, PROGRAM_ID } = process.env;
const shipyard = new Shipyard({ baseUrl: API, token: TOKEN });
const body = { program_id: PROGRAM_ID, slug: SLUG, name: 'Again' };
const code = await shipyard.data(shipyard.api.POST('/api/v1/projects', { body })).catch((error) =>
  isShipyardError(error, 'SLUG_TAKEN') ? error.error : String(error),
);
const image = await shipyard.upload({ slug: SLUG, file: readFileSync(IMAGE), path: 'pots.png' });
const sequences = [];
for await (const log of shipyard.logs(SLUG)) sequences.push(log.sequence);
const slugs = [];
for await (const project of shipyard.ownProjects({ limit: 1 })) slugs.push(project.slug);
const paths = [];
for await (const { path } of shipyard.images(SLUG)) paths.push(path);
console.log(JSON.stringify({ code, type: image.content_type, sequences, slugs, paths }));
`;

describe('the package @shipyard/client', () => {
  const { submission_url: api, program_id: programId } = sharedStack().credentials;
  const folder = path.join(WORKSPACE, 'dist/libs/client');

  it('is built from the document, and works as one module by itself', async () => {
    const file = path.join(WORKSPACE, `dist/document-${randomUUID()}.json`);
    await writeFile(file, await (await fetch(`${api}/openapi.json`)).text());
    await run(process.execPath, ['tools/run.cjs', 'tools/build-client.ts', file], { cwd: WORKSPACE });
    await rm(file);
    const types = await readFile(path.join(folder, 'submission-api.d.ts'), 'utf8');
    // The types have every route, and each import names a file.
    expect(types).toContain("'/api/v1/admin/programs'".replaceAll("'", '"'));
    expect(await readFile(path.join(folder, 'index.d.ts'), 'utf8')).not.toMatch(/from '\.\/[\w-]+'/);

    const owner = await register(api);
    const participant = new Participant(api, owner.token, programId);
    const slugs = [await participant.createProject(), await participant.createProject()];
    const [slug = ''] = slugs;
    const logs = [1, 2].map((sequence) => ({ sequence, title: 'A', content_md: 'a' }));
    const project_id = await participant.projectId(slug);
    await participant.call('POST', '/projects/sync', { json: { project_id, new_logs: logs } });
    const image = path.join(WORKSPACE, `dist/pots-${randomUUID()}.png`);
    await writeFile(image, await drawImage({ width: 8, height: 8 }));
    const library = JSON.stringify(pathToFileURL(path.join(folder, 'index.js')).href);
    const args = ['--input-type=module', '-e', PROGRAM.replace('LIBRARY', library)];
    const env = { ...process.env, API: api, TOKEN: owner.token, SLUG: slug, IMAGE: image, PROGRAM_ID: programId };
    const { stdout } = await run(process.execPath, args, { env });
    await rm(image);
    expect(JSON.parse(stdout)).toEqual({
      code: 'SLUG_TAKEN',
      type: 'image/png',
      sequences: [2, 1],
      slugs: expect.arrayContaining(slugs) as string[],
      paths: ['pots.png'],
    });
  });
});
