import type { ReactNode } from 'react';
import { bodyOf, callersOf, codesOf, dataOf, type NamedOperation } from '@shipyard/http';
import { CopyButton } from '../copy-button';
import { FieldList, Text } from './fields.views';
import type { Reference } from './reference';

interface CallProps {
  reference: Reference;
  operation: NamedOperation;
}

/** One call: what it does, what it takes, three samples, and what it answers. */
export function Call({ reference, operation }: CallProps) {
  const { operationId, method, path, summary, description, parameters } = operation;
  const { text, url } = reference;
  const body = bodyOf(operation);
  const data = dataOf(operation);
  return (
    <article className="ui-call">
      <h2 className="ui-call-name" id={operationId}>
        <code translate="no">{`${method} ${path}`}</code>
      </h2>
      <div lang="en">
        <Text of={`${summary}.`} />
        {description !== undefined && <Text of={description} />}
        <p className="ui-small">{text.callers(callersOf(operation))}</p>
        {parameters.length > 0 && (
          <Section title={text.parameters}>
            <FieldList
              url={url}
              optional={text.optional}
              fields={parameters.map(({ name, required, schema, description: says, in: where }) => ({
                name,
                required,
                schema: { ...schema, description: [where, says].filter(Boolean).join(': ') },
              }))}
            />
          </Section>
        )}
        {body !== null && (
          <Section title={text.body(body.type)}>
            <FieldList url={url} optional={text.optional} fields={null} schema={body.schema} />
          </Section>
        )}
        {data !== null && (
          <Section title={text.data(data.status)}>
            <FieldList url={url} optional={text.optional} fields={null} schema={data.schema} />
          </Section>
        )}
      </div>
      <Samples reference={reference} operation={operation} />
      <Codes reference={reference} operation={operation} />
    </article>
  );
}

function Samples({ reference: { text, samplesOf }, operation }: CallProps) {
  const { answer, ...samples } = samplesOf(operation);
  const shown = [
    { id: 'curl', title: 'curl', code: samples.curl },
    { id: 'typescript', title: 'TypeScript', code: samples.typescript },
    { id: 'python', title: 'Python', code: samples.python },
    ...(answer === null ? [] : [{ id: 'answer', title: text.sample, code: answer }]),
  ];
  return (
    <div className="ui-samples">
      {shown.map(({ id, title, code }) => (
        <details key={id} open={id === 'curl' || id === 'answer'}>
          <summary>{title}</summary>
          <pre className="ui-sample" id={`${operation.operationId}-${id}`} translate="no" tabIndex={0}>
            {code}
          </pre>
          <CopyButton of={`${operation.operationId}-${id}`} copied={text.copied}>
            {text.copy}
          </CopyButton>
        </details>
      ))}
    </div>
  );
}

function Codes({ reference: { text, url }, operation }: CallProps) {
  const codes = codesOf(operation);
  if (codes.length === 0) return null;
  return (
    <details>
      <summary>{text.codes}</summary>
      <ul className="ui-codes">
        {codes.map(({ status, code }) => (
          <li key={code}>
            {`${status} `}
            <a href={`${url}/errors#${code}`}>
              <code translate="no">{code}</code>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className="ui-call-part">{title}</h3>
    {children}
  </>
);
