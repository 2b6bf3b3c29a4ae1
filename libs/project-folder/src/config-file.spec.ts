import { configOf } from './config-file';
import type { ServerProject } from './types';

describe('shipyard.yaml of a project', () => {
  it('says what the server sent, also a server that lacks the newest field', () => {
    const project = {
      program_id: 'p',
      slug: 'tide-lamp',
      name: 'Tide lamp',
      project_status: 'building',
      tagline: 'A lamp',
      tags: [],
    } as unknown as ServerProject;
    expect(configOf(project)).toEqual({
      program: 'p',
      slug: 'tide-lamp',
      name: 'Tide lamp',
      tagline: 'A lamp',
      status: 'building',
    });
  });
});
