import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TOOLS } from '@shipyard/assistant';
import { COLORS, PROJECT_FIELD_NAMES, PROJECT_STATUSES } from '@shipyard/contracts';
import { EXIT } from '../failure';

const template = readFileSync(path.join(__dirname, 'AGENTS.md'), 'utf8');

const sectionOf = (title: string) => template.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';

describe('the template of AGENTS.md', () => {
  it('names every field, color and status that a project may have', () => {
    const words = [...PROJECT_FIELD_NAMES.map((field) => `\`${field}\``), ...COLORS, ...PROJECT_STATUSES];
    for (const word of words) expect(sectionOf('Files')).toContain(word);
  });

  it('says what to do after each exit code', () => {
    const codes = [...sectionOf('Commands').matchAll(/^\| (\d+) \| \S/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT));
  });

  it('names every tool of the MCP server, and no other', () => {
    const tools = [...template.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name ?? '');
    const values: readonly string[] = [...PROJECT_STATUSES, ...PROJECT_FIELD_NAMES];
    expect(tools.filter((name) => !values.includes(name))).toEqual(TOOLS.map(({ name }) => name));
  });

  it('leaves shipping, the interview and tokens to the person', () => {
    const left = sectionOf('What is left to the person');
    for (const word of ['shipyard ship', 'interview', 'shipyard login']) expect(left).toContain(word);
    expect(sectionOf('Commands')).not.toMatch(/`shipyard (ship|interview|login --token)/);
  });

  it('holds no token and no address of a service', () => {
    expect(template).not.toMatch(/pst_|gwk_|https?:/);
  });
});
