import type { ReactNode } from 'react';
import { codesOf, fieldsOf, isErrorSchema, type JsonSchema, type NamedOperation, operationsOf } from '@shipyard/http';
import { Button, Field, WrittenHtml } from '@shipyard/ui';
import { Call } from './call.views';
import { FieldList, Text } from './fields.views';
import { hasWords, type PartOfReference, partsOf, type Reference } from './reference';

/** The first page: the search, and all calls by their group. */
export function ReferenceIndex({ reference, query }: { reference: Reference; query: string }) {
  const { text, document, url, documentUrl, guides } = reference;
  const groups = document.tags.map(({ name, description }) => ({
    ...{ name, description },
    operations: operationsOf(document, name).filter((each) => hasWords(each, query)),
  }));
  const found = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <>
      <div className="ui-headline">
        <h1 className="ui-headline-title">{text.title}</h1>
        <p className="ui-headline-lead">{text.lead}</p>
        <p className="ui-small">{text.source}</p>
      </div>
      <form className="ui-search ui-screen-only" role="search" action={url} method="get">
        <Field name="q" type="search" label={text.search} value={query} autoComplete="off" />
        <div className="ui-search-send">
          <Button kind="secondary">{text.find}</Button>
        </div>
      </form>
      {query !== '' && (
        <p role="status">
          {text.found(found, query)}
          {found === 0 && ` ${text.none}`} <a href={url}>{text.all}</a>
        </p>
      )}
      <ul className="ui-doc-list">
        {query === '' && guides.map((each) => <Entry key={each.name} href={`${url}/${each.name}`} {...each} />)}
        {groups
          .filter(({ operations }) => operations.length > 0)
          .map(({ name, description, operations }) => (
            <Entry key={name} href={`${url}/${name}`} title={description}>
              <CallList url={`${url}/${name}`} operations={operations} />
            </Entry>
          ))}
        {query === '' && <Entry href={`${url}/errors`} title={text.errors} about={text.errorsAbout} />}
        {query === '' && <Entry href={`${url}/schemas`} title={text.schemas} about={text.schemasAbout} />}
      </ul>
      <p>
        {text.machine}
        <a href={documentUrl}>OpenAPI</a>, <a href="/llms.txt">llms.txt</a>, <a href={`${url}.md`}>Markdown</a>
      </p>
    </>
  );
}

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

const CallList = ({ url, operations }: { url: string; operations: readonly NamedOperation[] }) => (
  <ul className="ui-call-list" lang="en">
    {operations.map(({ operationId, method, path, summary }) => (
      <li key={operationId}>
        <a href={`${url}#${operationId}`}>
          <code translate="no">{`${method} ${path}`}</code> {summary}
        </a>
      </li>
    ))}
  </ul>
);

interface PartProps {
  reference: Reference;
  part: PartOfReference;
}

/** All calls of a group, all errors, or all inputs and answers. A guide is its text. */
export function ReferencePart({ reference, part, html }: PartProps & { html: string | null }) {
  return (
    <PartFrame reference={reference} part={part}>
      {html !== null && (
        <div className="ui-doc" lang="en">
          <WrittenHtml html={html} />
        </div>
      )}
      {html === null && ['errors', 'schemas'].includes(part.name) && (
        <Schemas reference={reference} areErrors={part.name === 'errors'} />
      )}
      {operationsOf(reference.document, part.name).map((operation) => (
        <Call key={operation.operationId} reference={reference} operation={operation} />
      ))}
    </PartFrame>
  );
}

function Schemas({ reference, areErrors }: { reference: Reference; areErrors: boolean }) {
  const { text, url, document } = reference;
  const schemas = Object.entries(document.components.schemas).filter(
    ([, schema]) => isErrorSchema(schema) === areErrors,
  );
  const statuses = new Map(areErrors ? everyCodeOf(document).map(({ code, status }) => [code, status]) : []);
  return schemas.map(([name, schema]) => (
    <article className="ui-call" key={name} lang="en">
      <h2 className="ui-call-name" id={name}>
        <code translate="no">{name}</code>
        {statuses.has(name) && <span className="ui-call-status">{statuses.get(name)}</span>}
      </h2>
      {typeof schema.description === 'string' && <Text of={schema.description} />}
      <SchemaFields schema={schema} areErrors={areErrors} optional={text.optional} url={url} />
    </article>
  ));
}

const everyCodeOf = (document: Reference['document']) =>
  document.tags.flatMap(({ name }) => operationsOf(document, name)).flatMap(codesOf);

function SchemaFields(props: { schema: JsonSchema; areErrors: boolean; optional: string; url: string }) {
  const { schema, areErrors, optional, url } = props;
  const fields = fieldsOf(schema).filter(({ name }) => !areErrors || name === 'details');
  return fields.length === 0 ? null : <FieldList url={url} optional={optional} fields={fields} />;
}

function PartFrame({ reference, part, children }: PartProps & { children: ReactNode }) {
  const { text, url } = reference;
  return (
    <div className="ui-doc-columns">
      <div>
        <h1 className="ui-headline-title">{part.title}</h1>
        <p className="ui-small">{text.source}</p>
        <p>
          <a className="ui-beside" href={`${url}/${part.name}.md`}>
            {text.asMarkdown}
          </a>
        </p>
        {children}
      </div>
      <nav className="ui-doc-nav ui-screen-only" aria-label={text.groups}>
        <ul>
          <li>
            <a href={url}>{text.all}</a>
          </li>
          {partsOf(reference).map(({ name, title }) => (
            <li key={name}>
              <a href={`${url}/${name}`} aria-current={name === part.name ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
