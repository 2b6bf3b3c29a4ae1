import { CsrfField, LANG_OF, NAME_OF, otherLanguageOf } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { Callout, Mark, PersonText } from '@shipyard/ui';
import type { StudioProject } from '../../project-reads';
import { CONSOLE_HOME } from '../console/console-parts';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { type StudioSection, studioUrl } from './project-path';
import { UnconfirmedLine } from './by-mail';
import { PathRule } from './path-rule';
import { PublishBox } from './publish-box';
import type { ProjectStudio, Studio } from './studio.query';

interface CommonProps {
  page: PageContext;
  title: string;
  /** Whether the page shows an error, which its title then says first. */
  isError?: boolean;
  children: ReactNode;
}

interface HomeProps extends CommonProps {
  studio: Studio;
  section?: undefined;
}

interface ProjectProps extends CommonProps {
  studio: ProjectStudio;
  section: StudioSection;
}

/**
 * The frame of every page of the studio. A page of a project:
 *
 *   @StudioController('studio/projects/:slug/logs')
 *   class LogsPageController {
 *     @Get() async show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string) {
 *       const studio = await this.studio.ofProject(request, slug); // StudioQuery: project, caller, account
 *       this.pages.send(request, response, (page) => LogsPage({ page, studio }), { hasScripts: true });
 *     }
 *     @StudioForm({ keeps: { title: ({ logs }) => logs.title } }) // limitBytes, and what a log-in must not lose
 *     @Post() async publish(@CurrentCaller() caller: Caller, ...) {
 *       const fields = await this.forms.read(request, response); // SessionForms: checks the CSRF token
 *       ... the service of the API, with NO_RECORDER, then response.redirect(303, studioUrl(slug, 'logs'))
 *     }
 *   }
 *   <StudioPage page={page} studio={studio} section="logs" title={words.title}>the h1 and the content</StudioPage>
 *
 * `studio.project` has state, allowed, missing, program and review. `standingOf(project)` says whose turn it is and what
 * is next, in the words of `words.studio.next`. `<CsrfField page={page} />` goes into each form.
 */
export function StudioPage({ page, title, isError, children, ...rest }: HomeProps | ProjectProps) {
  const project = rest.section === undefined ? null : rest.studio.project;
  return (
    <Page
      page={page}
      title={project === null ? title : `${title} · ${project.name}`}
      isError={isError}
      header={<StudioHeader page={page} studio={rest.studio} project={project} />}
    >
      <UnconfirmedLine page={page} studio={rest.studio} />
      {project === null || rest.section === undefined ? (
        children
      ) : (
        <div className={`ui-studio ui-paint-${project.color}`}>
          <div className="ui-fields ui-screen-only">
            <Sections page={page} project={project} section={rest.section} />
            <PathRule page={page} project={project} />
          </div>
          <div className="ui-studio-content">
            <HiddenNote page={page} project={project} />
            {children}
          </div>
          <PublishBox page={page} studio={rest.studio} project={project} />
        </div>
      )}
    </Page>
  );
}

interface HeaderProps {
  page: PageContext;
  studio: Studio;
  project: StudioProject | null;
}

function StudioHeader({ page, studio, project }: HeaderProps) {
  return (
    <header className="ui-header ui-cluster ui-studio-header ui-screen-only">
      <a className="ui-brand" href="/studio" translate="no">
        <Mark />
        <span className="ui-brand-name ui-unseen-narrow">Shipyard</span>
      </a>
      <ProjectSwitcher page={page} studio={studio} project={project} />
      <AccountMenu page={page} studio={studio} project={project} />
    </header>
  );
}

/** On a narrow screen its links are in the list, on a wide one beside it. */
function AccountMenu({ page, studio, project }: HeaderProps) {
  const words = page.words.studio.frame;
  const other = otherLanguageOf(page.language);
  const links = (
    <>
      <ConsoleLink page={page} />
      <a className="ui-nav-link" href="/">
        {words.wall}
      </a>
      <a className="ui-nav-link" href="/programs">
        {page.words.shell.programs}
      </a>
      {project && (
        <a className="ui-nav-link" href={project.url}>
          {words.publicPage}
        </a>
      )}
      <a className="ui-nav-link" href={page.linkWith({ lang: other })} lang={LANG_OF[other]} hrefLang={LANG_OF[other]}>
        {NAME_OF[other]}
      </a>
    </>
  );
  return (
    <nav className="ui-studio-account" aria-label={words.account}>
      <div className="ui-cluster ui-studio-wide">{links}</div>
      <details className="ui-menu">
        <summary className="ui-menu-button ui-chevron">
          <span className="ui-menu-name ui-unseen-narrow">
            <PersonText text={studio.account.display_name} />
          </span>
          <span className="ui-menu-lines" />
        </summary>
        <div className="ui-menu-list ui-menu-end">
          <div className="ui-studio-narrow">{links}</div>
          <a className="ui-nav-link" href="/studio/settings">
            {words.settings}
          </a>
          <form method="post" action="/logout" data-log-out="">
            <CsrfField page={page} />
            <button className="ui-nav-link ui-plain-button ui-menu-action" type="submit">
              {words.logOut}
            </button>
          </form>
        </div>
      </details>
    </nav>
  );
}

const ConsoleLink = ({ page }: { page: PageContext }) =>
  page.session?.isStaff && (
    <a className="ui-nav-link" href={CONSOLE_HOME}>
      {page.words.shell.console}
    </a>
  );

function ProjectSwitcher({ page, studio, project }: HeaderProps) {
  const words = page.words.studio.frame;
  return (
    <nav aria-label={words.projects}>
      <details className="ui-menu">
        <summary className="ui-menu-button ui-menu-framed ui-chevron">
          {project && <Paint color={project.color} />}
          <span className="ui-menu-name">{project ? <PersonText text={project.name} /> : words.noProject}</span>
        </summary>
        <ul className="ui-menu-list">
          {studio.projects.map(({ slug, name, color }) => (
            <li key={slug}>
              <a className="ui-nav-link" href={studioUrl(slug)} aria-current={slug === project?.slug || undefined}>
                <Paint color={color} />
                <PersonText text={name} />
              </a>
            </li>
          ))}
          <li>
            <a className="ui-nav-link" href="/studio">
              {words.allProjects}
            </a>
          </li>
          <li>
            <a className="ui-nav-link" href="/studio/new">
              {words.newProject}
            </a>
          </li>
        </ul>
      </details>
    </nav>
  );
}

const Paint = ({ color }: Pick<StudioProject, 'color'>) => <span className={`ui-paint-chip ui-paint-${color}`} />;

const SECTIONS: StudioSection[] = ['readme', 'logs', 'details', 'review', 'interview', 'shipping'];

function Sections({ page, project, section }: { page: PageContext; project: StudioProject; section: StudioSection }) {
  const words = page.words.studio.frame;
  return (
    <nav aria-label={words.sections}>
      <ul className="ui-studio-parts">
        {SECTIONS.map((name) => (
          <li key={name}>
            <a
              className="ui-studio-part"
              href={studioUrl(project.slug, name)}
              aria-current={name === section ? 'page' : undefined}
            >
              {words[name]}
              {name === 'logs' && project.logCount > 0 && (
                <span className="ui-studio-count" aria-label={words.logCount(project.logCount)} role="img">
                  {project.logCount}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function HiddenNote({ page, project }: { page: PageContext; project: StudioProject }) {
  const words = page.words.studio.frame;
  return (
    <>
      {project.hiddenReason !== null && (
        <Callout kind="warning" word={words.hidden}>
          <p>{words.hiddenText}</p>
          <p>
            <PersonText text={project.hiddenReason} />
          </p>
        </Callout>
      )}
      {project.isHiddenByGuardian && (
        <Callout kind="warning" word={words.guardianHides}>
          <p>{words.guardianHidesText}</p>
        </Callout>
      )}
    </>
  );
}
