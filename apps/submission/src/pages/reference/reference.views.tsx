import type { ReactNode } from 'react';
import { fieldsOf, isErrorSchema, type NamedOperation, type OpenApiDocument, operationsOf } from '@shipyard/http';
import { Button, Field, WrittenHtml } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { Call } from './call.views';
import { FieldList, Text } from './fields.views';

export const REFERENCE_URL = '/api/v1/reference';

interface PartOfReference {
  name: string;
  title: string;
}

interface ReferencePageProps {
  page: PageContext;
  document: OpenApiDocument;
}

/** The first page: the search, and all calls by their group. */
export function ReferencePage({ page, document, query }: ReferencePageProps & { query: string }) {
  const text = page.words.reference;
  const groups = document.tags.map(({ name, description }) => ({
    ...{ name, description },
    operations: operationsOf(document, name).filter((each) => hasWords(each, query)),
  }));
  const found = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const head = { description: text.lead, canonicalUrl: `${page.site}${REFERENCE_URL}`, isIndexed: query === '' };
  return (
    <Page page={page} title={text.title} head={head} styleSheets={SHEETS}>
      <div className="ui-headline">
        <h1 className="ui-headline-title">{text.title}</h1>
        <p className="ui-headline-lead">{text.lead}</p>
        <p className="ui-small">{text.source}</p>
      </div>
      <form className="ui-search ui-screen-only" role="search" action={REFERENCE_URL} method="get">
        <Field name="q" type="search" label={text.search} value={query} autoComplete="off" />
        <div className="ui-search-send">
          <Button kind="secondary">{text.find}</Button>
        </div>
      </form>
      {query !== '' && (
        <p role="status">
          {text.found(found, query)}
          {found === 0 && ` ${text.none}`} <a href={REFERENCE_URL}>{text.all}</a>
        </p>
      )}
      <ul className="ui-doc-list">
        {query === '' && <Entry href={`${REFERENCE_URL}/client`} title={text.client} about={text.clientAbout} />}
        {groups
          .filter(({ operations }) => operations.length > 0)
          .map(({ name, description, operations }) => (
            <Entry key={name} href={`${REFERENCE_URL}/${name}`} title={description}>
              <CallList group={name} operations={operations} />
            </Entry>
          ))}
        {query === '' && <Entry href={`${REFERENCE_URL}/errors`} title={text.errors} about={text.errorsAbout} />}
        {query === '' && <Entry href={`${REFERENCE_URL}/schemas`} title={text.schemas} about={text.schemasAbout} />}
      </ul>
      <p>
        {`${text.machine}: `}
        <a href="/api/v1/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a>,{' '}
        <a href={`${REFERENCE_URL}.md`}>Markdown</a>
      </p>
    </Page>
  );
}

const SHEETS = ['gateway', 'written', 'reference'] as const;

function Entry(props: { href: string; title: string; about?: string; children?: ReactNode }) {
  const { href, title, about, children } = props;
  return (
    <li>
      <a href={href}>{title}</a>
      {about !== undefined && <p>{about}</p>}
      {children}
    </li>
  );
}

const CallList = ({ group, operations }: { group: string; operations: readonly NamedOperation[] }) => (
  <ul className="ui-call-list" lang="en">
    {operations.map(({ operationId, method, path, summary }) => (
      <li key={operationId}>
        <a href={`${REFERENCE_URL}/${group}#${operationId}`}>
          <code translate="no">{`${method} ${path}`}</code> {summary}
        </a>
      </li>
    ))}
  </ul>
);

/** Each word of the query must be in the method, the path or the texts. */
export function hasWords({ method, path, summary, description = '' }: NamedOperation, query: string): boolean {
  const text = `${method} ${path} ${summary} ${description}`.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

/** All calls of one group. */
export function GroupPage({ page, document, group }: ReferencePageProps & { group: PartOfReference }) {
  return (
    <PartPage page={page} document={document} part={group}>
      {operationsOf(document, group.name).map((operation) => (
        <Call key={operation.operationId} page={page} operation={operation} />
      ))}
    </PartPage>
  );
}

interface SchemasPageProps extends ReferencePageProps {
  part: PartOfReference;
  areErrors: boolean;
}

/** All errors, or all inputs and answers. */
export function SchemasPage({ page, document, part, areErrors }: SchemasPageProps) {
  const schemas = Object.entries(document.components.schemas).filter(
    ([, schema]) => isErrorSchema(schema) === areErrors,
  );
  return (
    <PartPage page={page} document={document} part={part}>
      {schemas.map(([name, schema]) => (
        <article className="ui-call" key={name} lang="en">
          <h2 className="ui-call-name" id={name}>
            <code translate="no">{name}</code>
          </h2>
          {typeof schema.description === 'string' && <Text of={schema.description} />}
          <SchemaOf schema={schema} areErrors={areErrors} optional={page.words.reference.optional} />
        </article>
      ))}
    </PartPage>
  );
}

function SchemaOf(props: {
  schema: OpenApiDocument['components']['schemas'][string];
  areErrors: boolean;
  optional: string;
}) {
  const fields = fieldsOf(props.schema).filter(({ name }) => !props.areErrors || name === 'details');
  return fields.length === 0 ? null : <FieldList optional={props.optional} fields={fields} />;
}

/** A text, such as that of the client. */
export function TextPage({ page, document, part, html }: ReferencePageProps & { part: PartOfReference; html: string }) {
  return (
    <PartPage page={page} document={document} part={part}>
      <div className="ui-doc" lang="en">
        <WrittenHtml html={html} />
      </div>
    </PartPage>
  );
}

function PartPage(props: ReferencePageProps & { part: PartOfReference; children: ReactNode }) {
  const { page, document, part, children } = props;
  const text = page.words.reference;
  const url = `${REFERENCE_URL}/${part.name}`;
  const head = { description: part.title, canonicalUrl: `${page.site}${url}`, isIndexed: true };
  return (
    <Page page={page} title={`${part.title} · ${text.title}`} head={head} styleSheets={SHEETS}>
      <div className="ui-doc-columns">
        <div>
          <h1 className="ui-headline-title">{part.title}</h1>
          <p className="ui-small">{text.source}</p>
          <p>
            <a className="ui-beside" href={`${url}.md`}>
              {text.asMarkdown}
            </a>
          </p>
          {children}
        </div>
        <nav className="ui-doc-nav ui-screen-only" aria-label={text.groups}>
          <ul>
            {[{ name: '', title: text.all }, ...partsOf(page, document)].map(({ name, title }) => (
              <li key={name}>
                <a
                  href={name === '' ? REFERENCE_URL : `${REFERENCE_URL}/${name}`}
                  aria-current={name === part.name ? 'page' : undefined}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}

/** The pages of the reference, in their order. */
export function partsOf({ words: { reference: text } }: PageContext, document: OpenApiDocument): PartOfReference[] {
  return [
    { name: 'client', title: text.client },
    ...document.tags.map(({ name, description }) => ({ name, title: description })),
    { name: 'errors', title: text.errors },
    { name: 'schemas', title: text.schemas },
  ];
}
