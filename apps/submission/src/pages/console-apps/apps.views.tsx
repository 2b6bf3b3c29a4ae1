import { ButtonForm, LocalTime } from '@shipyard/pages';
import { PersonText, Table } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { ConnectedApp } from '../../oauth';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { placeQuery } from '../console/place';
import type { PageContext } from '../page-context';

interface ListProps {
  page: PageContext;
  apps: ConnectedApp[];
  hasMore: boolean;
  isFirst: boolean;
}

export function AppsPage({ caller, ...list }: ListProps & { caller: Caller }) {
  const { page, apps, hasMore, isFirst } = list;
  const words = page.words.consoleApps;
  const last = apps.at(-1);
  return (
    <ConsolePage page={page} caller={caller} part="apps" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-text">{words.lead}</p>
      {apps.length === 0 ? <p className="ui-lead">{isFirst ? words.none : words.noMore}</p> : <Rows {...list} />}
      <p className="ui-buttons">
        {!isFirst && <a href={consoleUrl('apps')}>{words.newest}</a>}
        {hasMore && last && (
          <a rel="next" href={consoleUrl('apps') + placeQuery({ at: last.usedAt, id: last.id })}>
            {words.older}
          </a>
        )}
      </p>
    </ConsolePage>
  );
}

function Rows({ page, apps }: ListProps) {
  const words = page.words.consoleApps;
  return (
    <Table
      label={words.title}
      caption={words.order}
      rows={apps}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: ({ id, name }) => (
            <a href={consoleUrl('apps', id)}>
              <PersonText text={name} />
            </a>
          ),
        },
        { name: words.leadsTo, cell: (app) => <PersonText text={placesOf(app)} /> },
        { name: words.used, cell: ({ usedAt }) => <LocalTime page={page} time={usedAt} /> },
        { name: words.accounts, isNumber: true, cell: ({ accounts }) => accounts },
      ]}
    />
  );
}

const schemeAndHost = (uri: string) => /^[^/]*\/\/[^/?#]*|^[^:]*:/.exec(uri)?.[0] ?? uri;

const placesOf = ({ redirectUris }: ConnectedApp) => [...new Set(redirectUris.map(schemeAndHost))].join(', ');

interface AppProps {
  page: PageContext;
  caller: Caller;
  app: ConnectedApp;
  /** From how many accounts its access was just taken. */
  done: number | null;
}

export function AppPage({ page, caller, app, done }: AppProps) {
  const words = page.words.consoleApps;
  return (
    <ConsolePage page={page} caller={caller} part="apps" title={app.name}>
      <div className="ui-column">
        <p>
          <a href={consoleUrl('apps')}>{words.backToList}</a>
        </p>
        <h1 className="ui-title">
          <PersonText text={app.name} />
        </h1>
        {done !== null && <p role="status">{words.end.done(done)}</p>}
        <dl className="ui-console-facts">
          <dt>{words.id}</dt>
          <dd>
            <code>{app.id}</code>
          </dd>
          <dt>{words.leadsTo}</dt>
          <dd>
            <PersonText text={placesOf(app)} />
          </dd>
          <dt>{words.registered}</dt>
          <dd>
            <LocalTime page={page} time={app.createdAt} />
          </dd>
          <dt>{words.used}</dt>
          <dd>
            <LocalTime page={page} time={app.usedAt} />
          </dd>
          <dt>{words.accounts}</dt>
          <dd>{app.accounts}</dd>
        </dl>
        <section className="ui-section">
          <h2 className="ui-section-title">{words.end.title}</h2>
          {app.accounts === 0 ? <p className="ui-text">{words.end.nobody}</p> : <EndForm page={page} app={app} />}
        </section>
      </div>
    </ConsolePage>
  );
}

function EndForm({ page, app }: Pick<AppProps, 'page' | 'app'>) {
  const words = page.words.consoleApps.end;
  return (
    <>
      <p className="ui-text">
        <PersonText text={words.lead(app.name, app.accounts)} />
      </p>
      <ButtonForm page={page} action={consoleUrl('apps', app.id, 'end')} kind="danger">
        {words.end(app.name)}
      </ButtonForm>
    </>
  );
}
