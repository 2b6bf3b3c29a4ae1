import { CsrfField } from '@shipyard/pages';
import { Button, Callout, LinkButton, PersonText, StateBadge } from '@shipyard/ui';
import type { StudioProject } from '../../project-reads';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import { parcelFact } from './path-rule';
import { type Standing, standingOf, studioUrl } from './project-path';
import { StudioPage } from './studio-page';
import type { Studio } from './studio.query';

interface Row {
  project: StudioProject;
  standing: Standing;
}

const TURNS: Standing['turn'][] = ['yours', 'ours', 'nobody'];

interface HomeProps {
  page: PageContext;
  studio: Studio;
  /** The mail that confirms the address was sent again just now. */
  isMailSent: boolean;
}

/** All projects of the account. Those that wait for their maker come first, and the first of these has the one action. */
export function StudioHome({ page, studio, isMailSent }: HomeProps) {
  const words = page.words.studio;
  const rows = studio.projects
    .map((project): Row => ({ project, standing: standingOf(project) }))
    .sort((one, other) => TURNS.indexOf(one.standing.turn) - TURNS.indexOf(other.standing.turn));
  return (
    <StudioPage page={page} studio={studio} title={words.title}>
      <UnconfirmedEmail page={page} studio={studio} isMailSent={isMailSent} />
      {studio.lacksGuardian ? (
        <GuardianNote page={page} studio={studio} />
      ) : (
        <GuardianAgreed page={page} studio={studio} />
      )}
      {rows.length === 0 ? (
        <NoProject page={page} />
      ) : (
        <>
          <div className="ui-title-row ui-spread">
            <h1 className="ui-title">{words.title}</h1>
            <LinkButton kind="secondary" href="/studio/new">
              {words.home.newProject}
            </LinkButton>
          </div>
          <ul className="ui-rows">
            {rows.map((row, index) => (
              <ProjectRow key={row.project.slug} page={page} row={row} isFirst={index === 0} />
            ))}
          </ul>
        </>
      )}
    </StudioPage>
  );
}

/** Without this, somebody who misses the mail never hears that a review is done. */
function UnconfirmedEmail({ page, studio: { account }, isMailSent }: HomeProps) {
  const { email: words } = page.words.studio.home;
  if (account.email_confirmed_at !== null) return null;
  return (
    <Callout kind="note" word={words.title}>
      {isMailSent && <Saved text={page.words.settings.email.sent} />}
      <p>
        {words.sentTo} <bdi>{account.email}</bdi>
        {words.lead}
      </p>
      <form method="post" action="/studio/settings/confirm-email">
        <CsrfField page={page} />
        <input type="hidden" name="from" value="home" />
        <div className="ui-buttons">
          <Button kind="secondary">{words.send}</Button>
        </div>
      </form>
    </Callout>
  );
}

/** Says what waits for a parent or guardian, and where to name them. */
export function GuardianNote({ page, studio: { account } }: Pick<HomeProps, 'page' | 'studio'>) {
  const { guardian: words } = page.words.studio;
  return (
    <Callout kind="note" word={words.title}>
      <p>{words[account.guardian?.status ?? 'none']}</p>
      <div className="ui-buttons">
        <LinkButton kind="secondary" href="/studio/settings#guardian">
          {words.open}
        </LinkButton>
      </div>
    </Callout>
  );
}

/** One line: it asks for nothing. */
function GuardianAgreed({ page, studio: { account } }: Pick<HomeProps, 'page' | 'studio'>) {
  const { guardian: words } = page.words.studio;
  if (account.guardian?.status !== 'agreed') return null;
  return (
    <p className="ui-second">
      {words.agreedMeans} <a href="/studio/settings#guardian">{words.open}</a>
    </p>
  );
}

function NoProject({ page }: { page: PageContext }) {
  const { home } = page.words.studio;
  return (
    <div className="ui-column">
      <h1 className="ui-title">{home.none}</h1>
      <ol className="ui-lead ui-first-steps">
        {Object.values(home.steps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="ui-buttons">
        <LinkButton href="/studio/new">{home.begin}</LinkButton>
      </div>
    </div>
  );
}

function ProjectRow({ page, row, isFirst }: { page: PageContext; row: Row; isFirst: boolean }) {
  const words = page.words.studio;
  const { project, standing } = row;
  const isYours = standing.turn === 'yours';
  const logsMissing = project.program.logsRequired - project.logCount;
  return (
    <li className={`ui-row ui-paint-${project.color}`}>
      <a className="ui-row-picture" href={studioUrl(project.slug)} tabIndex={-1} aria-hidden="true">
        {project.headerImageUrl === null ? (
          <span className="ui-row-paint" />
        ) : (
          <img src={project.headerImageUrl} alt="" width="192" height="128" loading="lazy" decoding="async" />
        )}
      </a>
      <div className="ui-row-text">
        <h2 className="ui-row-name ui-heading">
          <a href={studioUrl(project.slug)}>
            <PersonText text={project.name} />
          </a>
        </h2>
        <p className="ui-row-facts ui-cluster">
          <StateBadge state={project.state} word={words.states[project.state]} />
          <span className="ui-small">
            <PersonText text={words.home.program(project.program.name)} />
          </span>
          {project.hiddenReason !== null ? (
            <span className="ui-small">{words.home.hidden}</span>
          ) : (
            project.visibility === 'private' && <span className="ui-small">{words.home.private}</span>
          )}
        </p>
        <p className={`ui-row-next ui-row-${standing.turn}`}>
          {parcelFact(page, project) ?? words.next[standing.next]}
          {standing.next === 'write_logs' && ` · ${words.home.logsMissing(logsMissing)}`}
        </p>
      </div>
      <LinkButton kind={isFirst && isYours ? 'primary' : 'secondary'} href={studioUrl(project.slug, standing.section)}>
        {words.home.open[standing.next]}
        <span className="ui-unseen">: {project.name}</span>
      </LinkButton>
    </li>
  );
}
