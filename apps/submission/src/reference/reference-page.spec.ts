import { referencePage } from './reference-page';

const page = referencePage({
  openapi: '3.1.0',
  info: { title: 'API', version: '1', description: 'All of it.' },
  tags: [],
  paths: {},
  components: { schemas: {}, securitySchemes: {} },
} as never);

describe('the page of the reference', () => {
  it('has the header of the site, which leads back', () => {
    const [, header = ''] = /<header>(.*?)<\/header>/s.exec(page) ?? [];
    expect([...header.matchAll(/<a href="(\/[^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/',
      '/',
      '/programs',
      '/api/v1/reference',
      '/studio',
      '/llms-full.txt',
    ]);
    expect(header).toContain('<svg class="ui-mark"');
    expect(page).not.toMatch(/<script|<link|<img|style=/);
  });
});
