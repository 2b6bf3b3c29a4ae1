import { createHash } from 'node:crypto';
import {
  bodyOf,
  callersOf,
  codesOf,
  dataOf,
  type Field,
  fieldsOf,
  inWords,
  isErrorSchema,
  type JsonSchema,
  type NamedOperation,
  type OpenApiDocument,
  operationsOf,
} from '@shipyard/http';
import { escapeHtml } from '@shipyard/markdown';
import { Mark } from '@shipyard/ui/mark';
import { SIZES } from '@shipyard/ui/tokens';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d4d9e0, #3a4150); --soft: light-dark(#f3f5f8, #1b2029); --accent: light-dark(#0a58ca, #7fb0ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; font: ${SIZES.body}/1.55 system-ui, sans-serif; color: light-dark(#1b2029, #e4e8ee); background: light-dark(#fff, #12161d); overflow-wrap: anywhere; }
a { color: var(--accent); } a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
article { margin: 1.5rem 0; padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
h3 { font: 600 ${SIZES.body}/1.5 ui-monospace, monospace; } h4 { margin: 1rem 0 .25rem; font-size: ${SIZES.inline}; }
code { font: ${SIZES.inline} ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: .25rem; }
nav ul { padding-left: 1.2rem; } nav li { padding: .15rem 0; }
dl { margin: 0; } dt { margin-top: .5rem; } dd { margin: 0 0 0 1rem; }
summary { cursor: pointer; padding: .4rem 0; }
.kind { opacity: .75; }
.site { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: center; }
.site a { display: inline-flex; align-items: center; gap: .75rem; min-height: 2.75rem; color: inherit; }
.site [aria-current] { font-weight: 600; text-decoration: none; }
.ui-waterline { stroke: var(--accent); }
`;

export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** The header of the other pages, in the language of this one, so that a reader finds the way back. */
const SITE_HEADER = `<nav class="site" aria-label="Main">
<a href="/" translate="no">${renderToStaticMarkup(createElement(Mark))}Shipyard</a>
<a href="/">Projects</a>
<a href="/programs">Programs</a>
<a href="/api/v1/reference" aria-current="page">API</a>
<a href="/studio">Open my studio</a>
</nav>`;

export function referencePage(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas);
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operationsOf(document, name),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
${SITE_HEADER}
<h1>${escapeHtml(document.info.title)}</h1>
${document.info.description.split('\n\n').map(paragraph).join('\n')}
<p>Also as <a href="openapi.json">OpenAPI</a> and as <a href="/llms-full.txt">one text</a>.</p>
</header>
<nav aria-label="Contents">
${groups.map(({ name, description, operations }) => `<h2 id="${name}-list"><a href="#${name}">${escapeHtml(description)}</a></h2>\n<ul>${operations.map(entry).join('\n')}</ul>`).join('\n')}
<p><a href="#errors">Errors</a> · <a href="#schemas">Inputs and answers</a></p>
</nav>
<main>
${groups.map(({ name, description, operations }) => `<section><h2 id="${name}">${escapeHtml(description)}</h2>\n${operations.map(article).join('\n')}</section>`).join('\n')}
<section><h2 id="errors">Errors</h2>
${schemas
  .filter(([, schema]) => isErrorSchema(schema))
  .map(schemaArticle)
  .join('\n')}</section>
<section><h2 id="schemas">Inputs and answers</h2>
${schemas
  .filter(([, schema]) => !isErrorSchema(schema))
  .map(schemaArticle)
  .join('\n')}</section>
</main>
</body>
</html>
`;
}

const entry = ({ operationId, method, path, summary }: NamedOperation) =>
  `<li><a href="#${operationId}"><code>${method} ${escapeHtml(path)}</code></a> ${escapeHtml(summary)}</li>`;

function article(operation: NamedOperation): string {
  const { operationId, method, path, summary, description, parameters, responses } = operation;
  const body = bodyOf(operation);
  const data = dataOf(operation);
  const codes = codesOf(operation);
  const plain = Object.entries(responses).filter(([status]) => Number(status) < 400 && status !== data?.status);
  return `<article>
<h3 id="${operationId}">${method} ${escapeHtml(path)}</h3>
${paragraph(`${summary}.`)}
${description === undefined ? '' : paragraph(description)}
<p class="kind">For ${escapeHtml(callersOf(operation))}.</p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${list(parameters.map(({ name, required, schema, description: says, in: where }) => ({ name, required, schema: { ...schema, description: [where, says].filter(Boolean).join(': ') } })))}`}
${body === null ? '' : `<h4>Body: ${escapeHtml(body.type)}</h4>${schemaLine(body.schema)}`}
${data === null ? '' : `<h4>${data.status}: data</h4>${schemaLine(data.schema)}`}
${plain.length === 0 ? '' : `<h4>Other answers</h4><dl>${plain.map(([status, { description: says }]) => `<dt><code>${status}</code></dt><dd>${inline(says)}</dd>`).join('')}</dl>`}
<details><summary>${codes.length} errors</summary><ul>${codes.map(({ status, code }) => `<li>${status} <a href="#${code}"><code>${code}</code></a></li>`).join('')}</ul></details>
</article>`;
}

const schemaArticle = ([name, schema]: [string, JsonSchema]) => `<article><h3 id="${name}">${name}</h3>
${typeof schema.description === 'string' ? paragraph(schema.description) : ''}
${list(fieldsOf(schema).filter(({ name }) => !isErrorSchema(schema) || name === 'details'))}</article>`;

function schemaLine(schema: JsonSchema): string {
  return typeof schema.$ref === 'string' ? `<p>${kind(schema)}</p>` : list(fieldsOf(schema));
}

function list(fields: Field[]): string {
  const items = fields.map(({ name, required, schema }) => {
    const says = typeof schema.description === 'string' ? `<dd>${inline(schema.description)}</dd>` : '';
    return `<dt><code>${escapeHtml(name)}</code> <span class="kind">${kind(schema)}${required ? '' : ', optional'}</span></dt>${says}`;
  });
  return `<dl>${items.join('\n')}</dl>`;
}

const kind = (schema: JsonSchema) =>
  escapeHtml(inWords(schema, (name) => `[${name}]`)).replace(/\[([A-Z]\w+)\]/g, '<a href="#$1">$1</a>');
const paragraph = (text: string) => `<p>${inline(text)}</p>`;
const inline = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
