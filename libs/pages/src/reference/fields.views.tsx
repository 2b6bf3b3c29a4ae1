import { Fragment } from 'react';
import { type Field, fieldsOf, inWords, type JsonSchema } from '@shipyard/http';

interface FieldListProps {
  /** The URL of the reference. */
  url: string;
  optional: string;
  /** Null: those of the schema, or its name if it has one. */
  fields: readonly Field[] | null;
  schema?: JsonSchema;
}

/** The fields of a body, of an answer or of a query, with what each holds. */
export function FieldList({ url, optional, fields, schema = {} }: FieldListProps) {
  const shown = fields ?? fieldsOf(schema);
  if (shown.length === 0) return <p>{kindOf(schema, url)}</p>;
  return (
    <dl className="ui-calls">
      {shown.map(({ name, required, schema: own }) => (
        <div key={name}>
          <dt>
            <code translate="no">{name}</code> <span className="ui-small">{kindOf(own, url)}</span>
            {!required && <span className="ui-small">{`, ${optional}`}</span>}
          </dt>
          {typeof own.description === 'string' && (
            <dd>
              <Inline of={own.description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** The kind of a value. A schema is a link to its fields. */
function kindOf(schema: JsonSchema, url: string) {
  const words = inWords(schema, (name) => `[${name}]`).split(/\[([A-Z]\w+)\]/);
  return words.map((word, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{word}</Fragment>
    ) : (
      <a key={at} href={`${url}/schemas#${word}`}>
        {word}
      </a>
    ),
  );
}

export const Text = ({ of }: { of: string }) => (
  <p>
    <Inline of={of} />
  </p>
);

/** Words between backticks are code. */
const Inline = ({ of }: { of: string }) =>
  of.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>));
