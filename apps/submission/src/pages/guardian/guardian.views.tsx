import type { FormFields, HttpError } from '@shipyard/http';
import { type FieldErrors, FormErrors, LocalTime, Refusal } from '@shipyard/pages';
import { Button, Callout, CheckField, Field, LinkButton, Message, PersonText } from '@shipyard/ui';
import type { ReactNode } from 'react';
import type { ChildProjectView, GuardianPageView } from '../../guardians';
import { withToken } from '../mail-token';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import { messageOf } from '../service-messages';
import { SitePageLinks } from '../site-page/site-page-links';
import { childProjectUrl, DECISION } from './guardian-urls';

/** The forms of the page. Each name is also the end of its URL. */
export const GUARDIAN_STEPS = ['agree', 'withdraw', 'deletion', 'hide', 'unhide', 'shipment'] as const;
export type GuardianStep = (typeof GUARDIAN_STEPS)[number];

interface GuardianPageProps {
  page: PageContext;
  guardianPage: GuardianPageView;
  token: string;
  fields: FormFields;
  errors: FieldErrors<'name' | 'confirmed'>;
  refusal: HttpError | null;
  /** What was just decided. */
  done: GuardianStep | null;
}

/** What the guardian of an account sees, who has none. It has no script: everything is a form or a link. */
export function GuardianPage(props: GuardianPageProps) {
  const { page, guardianPage, errors, refusal, done } = props;
  const words = page.words.guardian;
  const messages = messagesOf(props);
  return (
    <Page
      page={page}
      title={words.title}
      isError={refusal !== null || Object.keys(errors).length > 0}
      styleSheets={['studio']}
    >
      <div className="ui-column">
        <h1 className="ui-title">{words.title}</h1>
        {done && <Saved text={words.done[done]} />}
        {refusal && <Refusal page={page} title={words.refused} message={messageOf(page.words, refusal)} />}
        <FormErrors words={page.words} messages={messages} labels={{ name: words.decision.name, confirmed: null }} />
        <p className="ui-lead">{words.lead}</p>
        <p className="ui-text">
          {words.account}
          {page.words.afterLabel}
          <PersonText text={guardianPage.child.display_name} /> · {guardianPage.child.handle}
        </p>
        <Standing {...props} />
        <Projects {...props} />
        <Programs {...props} />
        <Decision {...props} />
        <Deletion {...props} />
        <YourLink {...props} />
        <SitePageLinks page={page} lead={words.more} ids={['parents', 'privacy', 'contact']} />
      </div>
    </Page>
  );
}

function messagesOf({ page, errors }: GuardianPageProps) {
  const { decision, deletion } = page.words.guardian;
  return {
    name: errors.name && decision.nameInvalid,
    confirmed: errors.confirmed && deletion.confirmMissing,
  };
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section className="ui-part" id={id}>
      <h2 className="ui-section-title">{title}</h2>
      {children}
    </section>
  );
}

function Standing({ page, guardianPage }: GuardianPageProps) {
  const { standing } = page.words.guardian;
  const isDeleted = guardianPage.deletion_requested_at !== null;
  const state = isDeleted ? 'deletion' : guardianPage.status;
  return (
    <Callout kind={state === 'agreed' ? 'tip' : state === 'asked' ? 'note' : 'warning'} word={standing[state]}>
      <p>{standing[`${state}Text`]}</p>
    </Callout>
  );
}

function Projects(props: GuardianPageProps) {
  const { projects: words } = props.page.words.guardian;
  const { projects } = props.guardianPage;
  return (
    <Part title={words.title}>
      {projects.length === 0 ? (
        <p className="ui-text">{words.none}</p>
      ) : (
        <>
          <p className="ui-text">{words.lead}</p>
          <ul className="ui-tokens">
            {projects.map((project) => (
              <Project key={project.slug} {...props} project={project} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

interface ProjectProps extends GuardianPageProps {
  project: ChildProjectView;
}

const isOpen = ({ hidden_by, visibility }: ChildProjectView) => hidden_by === null && visibility !== 'private';

function Project(props: ProjectProps) {
  const { page, project, token } = props;
  const { projects: words } = page.words.guardian;
  const standing =
    project.hidden_by === 'guardian'
      ? words.hiddenByYou
      : project.hidden_by === 'staff'
        ? words.hiddenByStaff
        : words[project.visibility];
  return (
    <li className="ui-token ui-cluster">
      <div>
        <h3 className="ui-row-name ui-heading">
          <a href={childProjectUrl(project.slug, token)}>
            <PersonText text={project.name} />
          </a>
        </h3>
        <p className="ui-small">
          {page.words.studio.states[project.state]} · {standing}
        </p>
        <Parcel {...props} />
      </div>
      <div className="ui-buttons">
        <LinkButton kind="secondary" href={childProjectUrl(project.slug, token)}>
          {words.read}
          <span className="ui-unseen">: {project.name}</span>
        </LinkButton>
        <HideForm page={page} project={project} token={token} />
      </div>
    </li>
  );
}

function HideForm({ page, project, token }: Pick<ProjectProps, 'page' | 'project' | 'token'>) {
  const { projects: words } = page.words.guardian;
  // A private project needs no hiding.
  if (project.hidden_by !== 'guardian' && !isOpen(project)) return null;
  const isHidden = project.hidden_by === 'guardian';
  return (
    <ProjectForm token={token} step={isHidden ? 'unhide' : 'hide'} project={project}>
      <Button kind="secondary">
        {isHidden ? words.unhide : words.hide}
        <span className="ui-unseen">: {project.name}</span>
      </Button>
    </ProjectForm>
  );
}

function Parcel({ page, project, guardianPage, token }: ProjectProps) {
  const { projects: words } = page.words.guardian;
  const isWaiting = project.state === 'approved_to_ship' || project.state === 'shipment_submitted';
  const prize = guardianPage.programs.find(({ id }) => id === project.program_id)?.prize;
  if (!isWaiting || !prize?.hardware) return null;
  if (project.shipment_agreed_at !== null) return <p className="ui-text">{words.parcelAgreed}</p>;
  return (
    <>
      <p className="ui-text">{words.parcel(prize.name)}</p>
      <p className="ui-small">{words.parcelNeed}</p>
      <ProjectForm token={token} step="shipment" project={project}>
        <Button kind="secondary">
          {words.agreeToParcel}
          <span className="ui-unseen">: {project.name}</span>
        </Button>
      </ProjectForm>
    </>
  );
}

interface ProjectFormProps {
  token: string;
  step: GuardianStep;
  project: ChildProjectView;
  children: ReactNode;
}

function ProjectForm({ token, step, project, children }: ProjectFormProps) {
  return (
    <form method="post" action={withToken(`/guardian/${step}`, token)}>
      <input type="hidden" name="slug" value={project.slug} />
      <div className="ui-buttons">{children}</div>
    </form>
  );
}

function Programs({ page, guardianPage: { programs } }: GuardianPageProps) {
  const { programs: words } = page.words.guardian;
  return (
    <Part title={words.title}>
      {programs.length === 0 ? (
        <p className="ui-text">{words.none}</p>
      ) : (
        <dl className="ui-fields">
          {programs.map(({ id, name, prize }) => (
            <div key={id}>
              <dt className="ui-label">
                <PersonText text={name} />
              </dt>
              <dd>
                {prize === null ? words.nothing : <PersonText text={prize.name} />}
                {prize?.hardware && <span className="ui-small"> {words.byPost}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Decision(props: GuardianPageProps) {
  const { page, guardianPage, token, fields } = props;
  const { decision: words } = page.words.guardian;
  const hasAgreed = guardianPage.status === 'agreed';
  const wasSent = fields.name !== undefined;
  return (
    <Part id={DECISION} title={words.title}>
      <div className="ui-fields">
        <form className="ui-sheet ui-fields" method="post" action={withToken('/guardian/agree', token)} noValidate>
          <p className="ui-text">{words.agreeTo}</p>
          <Field
            name="name"
            label={words.name}
            hint={words.nameHint}
            value={fields.name ?? guardianPage.name ?? ''}
            error={messagesOf(props).name}
            autoComplete="name"
            isRequired
          />
          <CheckField
            name="indexing"
            label={words.indexing}
            hint={words.indexingHint}
            isChecked={wasSent ? fields.indexing === 'yes' : guardianPage.indexing}
          />
          <div className="ui-buttons">
            <Button kind={hasAgreed ? 'secondary' : 'primary'}>{hasAgreed ? words.save : words.agree}</Button>
          </div>
        </form>
        {guardianPage.status !== 'withdrawn' && (
          <form className="ui-sheet ui-fields" method="post" action={withToken('/guardian/withdraw', token)}>
            <p className="ui-text">{words.withdrawHint}</p>
            <div className="ui-buttons">
              <Button kind="secondary">{hasAgreed ? words.withdraw : words.refuse}</Button>
            </div>
          </form>
        )}
      </div>
    </Part>
  );
}

function Deletion(props: GuardianPageProps) {
  const { page, guardianPage, token } = props;
  const { deletion: words } = page.words.guardian;
  if (guardianPage.deletion_requested_at !== null) return null;
  return (
    <Part title={words.title}>
      <p className="ui-text">{words.text}</p>
      <form className="ui-fields" method="post" action={withToken('/guardian/deletion', token)} noValidate>
        <CheckField name="confirmed" label={words.confirm} error={messagesOf(props).confirmed} isChecked={false} />
        <div className="ui-buttons">
          <Button kind="danger">{words.send}</Button>
        </div>
      </form>
    </Part>
  );
}

function YourLink({ page, guardianPage, token }: GuardianPageProps) {
  const { link: words } = page.words.guardian;
  return (
    <Part title={words.title}>
      <p className="ui-text">
        {words.text} <LocalTime page={page} time={guardianPage.link_expires_at} />
      </p>
      <p className="ui-text">{words.renewText}</p>
      <form method="post" action={withToken('/guardian/renew', token)}>
        <div className="ui-buttons">
          <Button kind="secondary">{words.renew}</Button>
        </div>
      </form>
    </Part>
  );
}

/** No link, or one that never opens anything again. */
export function VoidLink({ page }: { page: PageContext }) {
  const words = page.words.guardian.void;
  return (
    <Page page={page} title={words.title} isError>
      <Message title={words.title} lead={words.lead} />
    </Page>
  );
}
