import { openApiDocument, type OpenApiDocument } from '@shipyard/http';
import { errorTables } from '../error-tables';
import type { CatalogModel } from '../models';
import { FILE_PART_TOKENS, IMAGE_PART_TOKENS } from '../tokens/prompt-tokens';
import { customerFacts } from './api-facts';
import { type DocsFacts } from './page-text';
import { DOCS_PAGES, renderAll, renderIndex, renderPage } from './pages';

const model = (id: string, priceNano: bigint, displayName = 'A model') =>
  ({
    model: {
      id,
      displayName,
      product: 'text',
      ownedBy: 'us',
      supportsStreaming: true,
      supportsFunctionCalling: false,
      supportsVision: false,
      maxInputTokens: 7_001,
      maxOutputTokens: 7_002,
      sizes: null,
      inputModalities: ['text'],
      imagePartTokens: null,
      filePartTokens: null,
    },
    prices: [{ unitType: 'input_1k_tokens', unitName: '1K input tokens', priceNano }],
    routes: [],
  }) as unknown as CatalogModel;

const document: OpenApiDocument = openApiDocument([], customerFacts);

const facts: DocsFacts = {
  document,
  publicUrl: 'https://gateway.example',
  linkTo: (path) => `https://gateway.example${path}`,
  models: [model('m-one', 1n), model('m-two', 2_500_000n)],
  errors: errorTables.flatMap((table) => Object.values(table)),
  imageUrlSeconds: 3_600,
  imageTaskSeconds: 90,
};

function page(name: string, changes: Partial<DocsFacts> = {}): string {
  const found = DOCS_PAGES.find((each) => each.name === name);
  if (!found) throw new Error(`There is no page ${name}`);
  return renderPage(found, { ...facts, ...changes });
}

describe('the pages of documentation', () => {
  it.each(facts.errors.map(({ code, row }) => [code, row] as const))(
    'list %s with its status and message',
    (code, row) => {
      const line =
        page('errors')
          .split('\n')
          .find((each) => each.includes(`\`${code}\``)) ?? '';
      expect(line).toContain(`| ${row.status} |`);
      expect(line.replaceAll('\\', '')).toContain(row.message);
    },
  );

  it('list every model with its limits and decimal prices', () => {
    const text = page('models-and-prices');
    for (const part of ['`m-one`', '| 0.000000001 |', '`m-two`', '| 0.0025 |', '7001', '7002'])
      expect(text).toContain(part);
    expect(page('models-and-prices', { models: [model('m-one', 2n)] })).not.toContain('| 0.000000001 |');
    expect(page('models-and-prices', { models: [] })).toMatch(/no model is live/i);
  });

  it('state the tokens of images and files for each model', () => {
    const seeing = (media: object) => {
      const found = model('m', 1n);
      return page('models-and-prices', {
        models: [
          {
            ...found,
            model: { ...found.model, supportsVision: true, inputModalities: ['text', 'image', 'file'], ...media },
          },
        ],
      });
    };
    expect(page('models-and-prices')).not.toContain('in a message counts');
    for (const part of [
      `an image in a message counts ${IMAGE_PART_TOKENS} tokens`,
      `a file in a message counts at least ${FILE_PART_TOKENS} tokens`,
    ])
      expect(seeing({})).toContain(part);
    const ruled = seeing({ imagePartTokens: { base: 2_833, tile: 5_667 }, filePartTokens: 7 });
    for (const part of ['counts 2833 tokens', '5667 more for each', 'a file in a message counts at least 7 tokens'])
      expect(ruled).toContain(part);
  });

  it('state how files and recordings are held, the hold and each outcome', () => {
    const text = page('billing');
    for (const part of [
      'pages and its text',
      'its seconds',
      'longest prompt',
      'highest possible cost',
      'our own crash',
      'Idempotency-Key',
    ])
      expect(text).toContain(part);
  });

  it('say that an empty search is charged, and describe each field', () => {
    for (const text of [page('search'), page('billing')]) expect(text).toMatch(/nothing/);
    for (const field of [
      'query',
      'model',
      'count',
      'freshness',
      'include_domains',
      'exclude_domains',
      'country',
      'language',
      'user',
    ])
      expect(page('search')).toContain(`\`${field}\``);
    expect(page('search')).toContain('one that finds nothing is a success, and is charged too');
  });

  it('are all in the index and in the combined page', () => {
    for (const { name, title } of DOCS_PAGES) {
      expect(renderIndex(facts)).toContain(`- [${title}](https://gateway.example/docs/${name}.md): `);
      expect(renderAll(facts)).toContain(page(name));
    }
    expect(renderIndex(facts)).toMatch(/^# .+\n\n> .+\n\n## /);
  });

  it('escape model names', () => {
    const line =
      page('models-and-prices', { models: [model('m', 1n, 'a|b\n# c <script>')] })
        .split('\n')
        .find((each) => each.startsWith('## ')) ?? '';
    expect(line).toBe('## `m`: a\\|b # c \\<script\\>');
  });
});
