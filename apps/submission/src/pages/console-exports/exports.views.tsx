import { PersonText, Table } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { EXPORT_COLUMNS } from './program-csv';

interface ExportsProps {
  page: PageContext;
  caller: Caller;
  programs: readonly { id: string; name: string; projectCount: number }[];
}

export function ExportsPage({ page, caller, programs }: ExportsProps) {
  const words = page.words.consoleExports;
  return (
    <ConsolePage page={page} caller={caller} part="exports" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-text">{words.lead}</p>
      {programs.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          rows={programs}
          keyOf={({ id }) => id}
          columns={[
            { name: words.program, cell: ({ name }) => <PersonText text={name} /> },
            { name: words.projects, isNumber: true, cell: ({ projectCount }) => projectCount },
            {
              name: words.file,
              cell: ({ id, name }) => (
                <a href={consoleUrl('exports', id)} download={`${id}.csv`}>
                  {words.download(name)}
                </a>
              ),
            },
          ]}
        />
      )}
      <h2 className="ui-section-title">{words.columns}</h2>
      <dl className="ui-console-facts">
        {EXPORT_COLUMNS.map((column) => [
          <dt key={column}>
            <code>{column}</code>
          </dt>,
          <dd key={`${column} means`}>{words.means[column]}</dd>,
        ])}
      </dl>
    </ConsolePage>
  );
}
