import { PersonText } from '@shipyard/ui';
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
        <div className="ui-table-box" role="region" aria-label={words.title} tabIndex={0}>
          <table className="ui-table">
            <thead>
              <tr>
                <th scope="col">{words.program}</th>
                <th scope="col" className="ui-table-number">
                  {words.projects}
                </th>
                <th scope="col">{words.file}</th>
              </tr>
            </thead>
            <tbody>
              {programs.map(({ id, name, projectCount }) => (
                <tr key={id}>
                  <th scope="row" className="ui-table-name">
                    <PersonText text={name} />
                  </th>
                  <td className="ui-table-number">{projectCount}</td>
                  <td>
                    <a href={consoleUrl('exports', id)} download={`${id}.csv`}>
                      {words.download(name)}
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
