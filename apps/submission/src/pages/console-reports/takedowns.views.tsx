import type { FormFields, HttpError } from '@shipyard/http';
import { CsrfField, FormErrors, LocalTime, Refusal } from '@shipyard/pages';
import { Button, Field, PersonText, TextField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { ProjectView } from '../../project-reads';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { refusalText } from './refusal-text';
import { takedownUrl } from './takedown-address';

export type TakedownField = 'reason' | 'subject' | 'why' | 'confirm_slug';

interface TakedownProps {
  page: PageContext;
  caller: Caller;
  project: ProjectView;
  fields: FormFields;
  wrong: readonly TakedownField[];
  refusal?: HttpError;
  isDone: boolean;
}

export function TakedownPage(props: TakedownProps) {
  const { page, caller, project, wrong, refusal, isDone } = props;
  const words = page.words.consoleReports;
  const title = words.takedown.title(project.name);
  const isError = wrong.length > 0 || refusal !== undefined;
  return (
    <ConsolePage page={page} caller={caller} part="reports" title={title} isError={isError}>
      <div className="ui-column">
        <p>
          <a href={consoleUrl('reports')}>{words.backToList}</a>
        </p>
        <h1 className="ui-title">
          <PersonText text={title} />
        </h1>
        {isDone && <p role="status">{words.takedown.done}</p>}
        {refusal && <Refusal page={page} title={words.refused} message={refusalText(page.words, refusal)} />}
        <Standing page={page} project={project} />
        <HideForm {...props} />
        <RemoveForm {...props} />
      </div>
    </ConsolePage>
  );
}

function Standing({ page, project }: Pick<TakedownProps, 'page' | 'project'>) {
  const words = page.words.consoleReports;
  const { isShown, isHidden, hiddenBy, logs } = words.takedown;
  return (
    <>
      <p className="ui-text">
        <PersonText text={project.creator.display_name} />, {logs(project.log_count)}.{' '}
        <a href={`/projects/${project.slug}`}>{words.publicPage}</a>
      </p>
      {project.hidden === null ? (
        <p className="ui-text">{isShown}</p>
      ) : (
        <>
          <p className="ui-text">
            {isHidden} <LocalTime page={page} time={project.hidden.at} /> ({hiddenBy[project.hidden.by]})
          </p>
          <p className="ui-console-lines">
            <PersonText text={project.hidden.reason} />
          </p>
        </>
      )}
    </>
  );
}

function HideForm({ page, project, fields, wrong }: TakedownProps) {
  const words = page.words.consoleReports;
  const isHidden = project.hidden !== null;
  const texts = isHidden ? words.takedown.unhide : words.takedown.hide;
  const messages = { reason: wrong.includes('reason') ? words.reasonWrong : undefined };
  const action = takedownUrl(project.slug, isHidden ? 'unhide' : 'hide');
  return (
    <section className="ui-section">
      <h2 className="ui-section-title">{texts.title}</h2>
      <p className="ui-text">{texts.lead}</p>
      <FormErrors words={page.words} messages={messages} labels={{ reason: words.reason }} />
      <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
        <CsrfField page={page} />
        <TextField
          name="reason"
          label={words.reason}
          hint={words.takedown.reasonForMaker}
          value={fields.reason}
          error={messages.reason}
          autoComplete="off"
          isRequired
        />
        <div className="ui-buttons">
          <Button>
            {isHidden ? words.takedown.unhide.unhide(project.name) : words.takedown.hide.hide(project.name)}
          </Button>
        </div>
      </form>
    </section>
  );
}

function RemoveForm({ page, project: { slug }, fields, wrong }: TakedownProps) {
  const words = page.words.consoleReports;
  const { remove } = words.takedown;
  const messages = {
    subject: wrong.includes('subject') ? remove.subjectWrong : undefined,
    why: wrong.includes('why') ? words.reasonWrong : undefined,
    confirm_slug: wrong.includes('confirm_slug') ? remove.confirmWrong(slug) : undefined,
  };
  const labels = { subject: remove.subject, why: remove.why, confirm_slug: remove.confirm(slug) };
  return (
    <section className="ui-section">
      <h2 className="ui-section-title">{remove.title}</h2>
      <p className="ui-text">{remove.lead}</p>
      <FormErrors words={page.words} messages={messages} labels={labels} />
      <form className="ui-sheet ui-fields" method="post" action={takedownUrl(slug, 'remove')} noValidate>
        <CsrfField page={page} />
        <Field
          name="subject"
          label={labels.subject}
          hint={remove.subjectHint}
          value={fields.subject}
          error={messages.subject}
          autoComplete="off"
          isCode
          isRequired
        />
        <TextField
          name="why"
          label={labels.why}
          hint={remove.whyHint}
          value={fields.why}
          error={messages.why}
          autoComplete="off"
          isRequired
        />
        <Field
          name="confirm_slug"
          label={labels.confirm_slug}
          error={messages.confirm_slug}
          autoComplete="off"
          isCode
          isRequired
        />
        <div className="ui-buttons">
          <Button kind="danger">{remove.remove}</Button>
        </div>
      </form>
    </section>
  );
}
