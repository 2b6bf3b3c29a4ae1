import { ICON_URL } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { PROJECT_STATES } from '@shipyard/contracts';
import {
  Button,
  Callout,
  CheckField,
  ChoiceField,
  ErrorSummary,
  Field,
  FileField,
  LinkButton,
  Pager,
  ProjectCard,
  Rack,
  RequestId,
  SelectField,
  StateBadge,
  TextField,
} from '@shipyard/ui';
import { COLORS, PAINTS } from '@shipyard/ui/tokens';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import type { Words } from '../words/words';
import { ProjectParts } from './project-parts';

/** Every component in every state, for tests and eyes. */
export function Styleguide({ page }: { page: PageContext }) {
  const words = page.words.styleguide;
  return (
    <Page page={page} title={words.title} styleSheets={['written', 'project', 'studio', 'guide']}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <Section title={words.buttons}>
        <Buttons words={words} />
      </Section>
      <Section title={words.fields}>
        <Fields words={words} />
      </Section>
      <Section title={words.form}>
        <RefusedForm page={page} />
      </Section>
      <Section title={words.rack}>
        <Projects words={words} />
      </Section>
      <Section title={words.projectParts}>
        <ProjectParts page={page} />
      </Section>
      <Section title={words.states}>
        <States page={page} />
      </Section>
      <Section title={words.callouts}>
        <Callouts words={words} />
      </Section>
      <Section title={words.toasts}>
        <p className="ui-hint">{words.toastsLead}</p>
        <Toasts words={words} />
      </Section>
      <Section title={page.words.settings.apps.title}>
        <Approval page={page} />
      </Section>
      <Section title={words.colors}>
        <Swatches names={Object.keys(COLORS).map((name) => name.replace(/(?=[A-Z0-9])/g, '-').toLowerCase())} />
      </Section>
      <Section title={words.paint}>
        <Paints />
      </Section>
      <Section title={words.errors}>
        <p className="ui-text">{page.words.errors.broken.title}</p>
        <RequestId label={page.words.requestId} requestId={page.requestId} />
      </Section>
    </Page>
  );
}

type GuideWords = Words['styleguide'];

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="ui-part">
    <h2 className="ui-guide-title ui-heading">{title}</h2>
    {children}
  </section>
);

const Buttons = ({ words }: { words: GuideWords }) => (
  <form>
    <div className="ui-buttons">
      <Button>{words.primary}</Button>
      <Button kind="secondary">{words.secondary}</Button>
      <Button kind="quiet">{words.quiet}</Button>
      <Button kind="danger">{words.danger}</Button>
    </div>
    <div className="ui-buttons">
      <Button state="busy">{words.busy}</Button>
      <Button kind="secondary" state="busy">
        {words.busy}
      </Button>
      <LinkButton href="/api/v1/reference">{words.link}</LinkButton>
    </div>
    <div className="ui-buttons">
      <Button state="off" describedBy="off-reason">
        {words.off}
      </Button>
      <p className="ui-hint" id="off-reason">
        {words.offReason}
      </p>
    </div>
  </form>
);

/** What the pages that connect a program show, and the settings. */
const Approval = ({ page: { site, words } }: { page: PageContext }) => (
  <div className="ui-column">
    <dl className="ui-facts">
      <dt>{words.connect.device.shownCode}</dt>
      <dd>
        <code className="ui-user-code" translate="no">
          BCDF-GHJK
        </code>
      </dd>
      <dt>{words.connect.account}</dt>
      <dd translate="no">@noor</dd>
    </dl>
    <code className="ui-copyable" translate="no">
      {site}/mcp
    </code>
    <div className="ui-buttons">
      <Button kind="secondary">{words.settings.apps.copy}</Button>
    </div>
  </div>
);

const Fields = ({ words }: { words: GuideWords }) => (
  <div className="ui-column ui-sheet ui-fields">
    <Field name="empty" label={words.name} hint={words.nameHint} />
    <Field name="filled" label={words.name} hint={words.nameHint} value={words.nameValue} />
    <Field name="refused" label={words.url} hint="a–z, 0–9" value="River Node!" error={words.urlError} />
    <FileField name="file" label={words.file} accept="image/png" />
    <FileField name="file-refused" label={words.file} accept="image/png" error={words.fileError} />
    <SelectField name="choice" label={words.choice} options={words.choices.map((text) => ({ value: text, text }))} />
    <CheckField name="unchecked" label={words.check} />
    <CheckField name="checked" label={words.checked} isChecked />
    <CheckField name="check-refused" label={words.checked} error={words.checkError} />
    <TextField name="lines" label={words.name} hint={words.nameHint} value={words.nameValue} />
    <TextField name="lines-refused" label={words.name} value={words.nameValue} error={words.urlError} />
    <ChoiceField
      name="choice"
      label={words.check}
      value="primary"
      error={words.checkError}
      choices={[
        { value: 'primary', text: words.primary, hint: words.nameHint },
        { value: 'secondary', text: words.secondary },
      ]}
    />
  </div>
);

function RefusedForm({ page: { words } }: { page: PageContext }) {
  const { ask } = words.reset;
  return (
    <div className="ui-column">
      <ErrorSummary title={words.summary(1)} errors={[{ field: 'guide-email', message: ask.emailInvalid }]} />
      <form className="ui-sheet ui-fields">
        <Field name="guide-email" type="email" label={ask.email} value="noor@" error={ask.emailInvalid} />
        <div className="ui-buttons">
          <Button>{ask.send}</Button>
        </div>
      </form>
    </div>
  );
}

/** As large as the picture of a phone, but drawn by the browser from few bytes. */
const PICTURE = { url: ICON_URL, variants: [] };

const Projects = ({ words }: { words: GuideWords }) => {
  const project = {
    tagline: words.tagline,
    href: '/',
    maker: { name: 'Noor Haddad', href: '/creators/noor' },
    program: { name: words.program, href: '/programs' },
    headingLevel: 3,
    shipped: null,
    isFirst: true,
  } as const;
  const logs = (count: number) => ({ count, text: words.logs(count) });
  return (
    <>
      <Rack>
        <ProjectCard
          {...project}
          name={words.nameValue}
          paint="sky"
          image={{ ...PICTURE, width: 800, height: 600 }}
          logs={logs(23)}
        />
        <ProjectCard
          {...project}
          name="清湖号 · 无人测水船"
          tagline=""
          paint="red"
          image={{ ...PICTURE, width: 1600, height: 900 }}
          logs={logs(400)}
          shipped={words.shipped}
        />
        <ProjectCard
          {...project}
          name="Quiet doorbell"
          maker={{ name: words.anonymous, href: null }}
          paint="violet"
          image={null}
          logs={logs(4)}
        />
        <ProjectCard {...project} name={'Wholehearted'.repeat(6)} paint="yellow" image={null} logs={logs(0)} />
      </Rack>
      <Pager
        label={words.pages}
        range="21–40 / 1,284"
        newer={{ text: words.newer, href: '/' }}
        older={{ text: words.older, href: '/' }}
      />
    </>
  );
};

const States = ({ page }: { page: PageContext }) => (
  <p className="ui-buttons">
    {PROJECT_STATES.map((state) => (
      <StateBadge key={state} state={state} word={page.words.studio.states[state]} />
    ))}
  </p>
);

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

const Callouts = ({ words }: { words: GuideWords }) =>
  KINDS.map((kind) => (
    <Callout key={kind} kind={kind} word={words.kinds[kind]}>
      {words.calloutText[kind]}
    </Callout>
  ));

/** Each in a box of its own, which stands for the window at whose edge it is. */
const Toasts = ({ words }: { words: GuideWords }) => (
  <>
    {[words.toast.short, words.toast.long].flatMap((text) =>
      [undefined, { text: words.toast.action, href: '#main' }].map((action) => (
        <div key={`${text} ${action?.text}`} className="ui-guide-toast">
          <Saved text={text} action={action} />
        </div>
      )),
    )}
  </>
);

const Swatches = ({ names }: { names: readonly string[] }) => (
  <ul className="ui-swatches">
    {names.map((name) => (
      <li key={name} className="ui-swatch">
        <span className={`ui-swatch-color ui-swatch-${name}`} />
        <code>{name}</code>
      </li>
    ))}
  </ul>
);

const Paints = () => (
  <ul className="ui-swatches">
    {Object.keys(PAINTS).map((name) => (
      <li key={name} className={`ui-swatch ui-paint-${name}`}>
        <span className="ui-swatch-color ui-swatch-paint" />
        <span className="ui-swatch-accent">{name}</span>
      </li>
    ))}
  </ul>
);
