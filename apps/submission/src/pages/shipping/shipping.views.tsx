import { CsrfField, FormErrors, LocalTime } from '@shipyard/pages';
import { Fragment } from 'react';
import { Button, Callout, CheckField, Field, LinkButton, PersonText, SelectField, TextField } from '@shipyard/ui';
import type { FormFields } from '@shipyard/http';
import { RECIPIENT_LIMITS } from '../../shipments';
import { COUNTRY_CHOICES } from '../country-names';
import type { PageContext } from '../page-context';
import { SitePageLinks } from '../site-page/site-page-links';
import { standingOf, studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import type { Words } from '../words/words';
import {
  lengthOf,
  PHONE_PATTERN,
  RECIPIENT_FIELDS,
  type RecipientField,
  type ShippingErrors,
  type ShippingField,
} from './shipping.forms';
import { ShippedPrize } from './shipped-prize';
import type { Shipping } from './shipping.query';

interface ShippingProps {
  page: PageContext;
  studio: ProjectStudio;
  shipping: Shipping;
  fields: FormFields;
  errors: ShippingErrors;
}

export function ShippingPage(props: ShippingProps) {
  const { page, studio, errors } = props;
  const words = page.words.shipping;
  const isRefused = Object.keys(errors).length > 0;
  return (
    <StudioPage page={page} studio={studio} section="shipping" title={words.title} isError={isRefused}>
      <div className="ui-column">
        <Content {...props} />
      </div>
    </StudioPage>
  );
}

function Content(props: ShippingProps) {
  const { page, studio } = props;
  const words = page.words.shipping;
  const { project } = studio;
  if (!project.program.prize?.isSent)
    return (
      <>
        <h1 className="ui-title">{words.title}</h1>
        <p className="ui-lead">{words.noParcel}</p>
      </>
    );
  switch (project.state) {
    case 'approved_to_ship':
      return <Ask {...props} />;
    case 'shipment_submitted':
      return <Received {...props} />;
    case 'shipped':
      return <ShippedPrize {...props} />;
    default:
      return <NotYet {...props} />;
  }
}

function NotYet({ page, studio: { project }, shipping }: ShippingProps) {
  const words = page.words.shipping;
  const { turn, next, section } = standingOf(project);
  return (
    <>
      <h1 className="ui-title">{words.notYet}</h1>
      <p className="ui-lead">
        {project.state === 'rejected' ? words.notAccepted : words.notYetLead(project.program.prize?.name ?? '')}
      </p>
      {project.state !== 'rejected' && <p className="ui-text">{words.why(shipping.keptDays)}</p>}
      <p className="ui-text">{page.words.studio.next[next]}</p>
      {turn === 'yours' && (
        <div className="ui-buttons">
          <LinkButton href={studioUrl(project.slug, section)}>{words.goOn}</LinkButton>
        </div>
      )}
    </>
  );
}

function Ask(props: ShippingProps) {
  const { page, shipping } = props;
  const words = page.words.shipping;
  return (
    <>
      <h1 className="ui-title">{words.ask}</h1>
      {shipping.isExpired && (
        <Callout kind="note" word={words.expired}>
          <p>{words.expiredLead}</p>
        </Callout>
      )}
      {shipping.isRetracted && (
        <Callout kind="note" word={words.expired}>
          <p>{words.retractedLead}</p>
        </Callout>
      )}
      <Why {...props} />
      {shipping.lacksAgreement ? <AskGuardian page={page} /> : <AddressForm {...props} />}
    </>
  );
}

/** No form: nobody types an address that cannot be sent yet. */
function AskGuardian({ page }: Pick<ShippingProps, 'page'>) {
  return (
    <Callout kind="note" word={page.words.studio.guardian.title}>
      <p>{page.words.refusals.guardian.shipment}</p>
      <div className="ui-buttons">
        <LinkButton href="/studio/settings#guardian">{page.words.studio.guardian.open}</LinkButton>
      </div>
    </Callout>
  );
}

function Why({ page, studio, shipping }: ShippingProps) {
  const words = page.words.shipping;
  const prize = studio.project.program.prize?.name ?? '';
  return (
    <>
      <p className="ui-lead">
        {words.prizeIs} <strong>{<PersonText text={prize} />}</strong>
      </p>
      <p className="ui-text">{words.why(shipping.keptDays)}</p>
      <p className="ui-text">{words.notKept}</p>
      <SitePageLinks page={page} lead={page.words.sitePages.moreOnData} ids={['privacy']} />
    </>
  );
}

type Messages = Readonly<Partial<Record<ShippingField, string>>>;

function messagesOf({ page, fields, errors }: ShippingProps): Messages {
  const words = page.words.shipping;
  const messageOf = (name: RecipientField) => {
    const [problem, texts] = [errors[name], words.problems[name]];
    if (problem === 'too_long') return texts.tooLong(lengthOf(fields, name), RECIPIENT_LIMITS[name]);
    return problem && texts[problem];
  };
  return {
    recipient_name: messageOf('recipient_name'),
    recipient_phone: messageOf('recipient_phone'),
    recipient_address: messageOf('recipient_address'),
    guardian_confirmed: errors.guardian_confirmed && words.consentMissing,
  };
}

function AddressForm(props: ShippingProps) {
  const { page, studio, shipping, fields } = props;
  const words = page.words.shipping;
  const messages = messagesOf(props);
  return (
    <>
      <FormErrors words={page.words} messages={messages} labels={{ ...words.labels, guardian_confirmed: null }} />
      <form
        className="ui-sheet ui-fields"
        method="post"
        action={studioUrl(studio.project.slug, 'shipping')}
        noValidate
        data-read-back={READ_BACK}
      >
        <CsrfField page={page} />
        <RecipientFields words={words} fields={fields} messages={messages} />
        <SelectField
          name="recipient_country"
          label={words.country}
          hint={words.countryHint}
          value={fields.recipient_country}
          autoComplete="country"
          options={[{ value: '', text: words.noCountry }, ...COUNTRY_CHOICES[page.language]]}
        />
        {shipping.needsConsent && (
          <CheckField
            name="guardian_confirmed"
            label={words.consent}
            hint={words.consentHint}
            error={messages.guardian_confirmed}
            isChecked={fields.guardian_confirmed === 'yes'}
            isRequired
          />
        )}
        <div className="ui-buttons">
          <Button>{words.send}</Button>
        </div>
        <p className="ui-small">{words.canWithdraw}</p>
      </form>
      <ReadBack words={words} keptDays={shipping.keptDays} />
    </>
  );
}

interface RecipientFieldsProps {
  words: Words['shipping'];
  fields: FormFields;
  messages: Messages;
}

function RecipientFields({ words, fields, messages }: RecipientFieldsProps) {
  const fieldOf = (name: RecipientField) => ({
    name,
    label: words.labels[name],
    value: fields[name],
    error: messages[name],
    isRequired: true,
    limit: { most: RECIPIENT_LIMITS[name], message: words.problems[name].tooLong('{count}', RECIPIENT_LIMITS[name]) },
  });
  return (
    <>
      <Field {...fieldOf('recipient_name')} autoComplete="name" />
      <Field
        {...fieldOf('recipient_phone')}
        type="tel"
        hint={words.phoneHint}
        autoComplete="tel"
        pattern={PHONE_PATTERN}
      />
      <TextField {...fieldOf('recipient_address')} hint={words.addressHint} autoComplete="street-address" />
    </>
  );
}

const READ_BACK = 'read-back';

/** The script shows it before the form is sent, because an address that was sent is not shown again. */
function ReadBack({ words, keptDays }: { words: Words['shipping']; keptDays: number }) {
  return (
    <dialog className="ui-dialog" id={READ_BACK} aria-labelledby="read-back-title">
      <form method="dialog">
        <h2 className="ui-dialog-title" id="read-back-title" tabIndex={-1}>
          {words.isRight}
        </h2>
        <dl className="ui-facts ui-read-back">
          {RECIPIENT_FIELDS.map((name) => (
            <Fragment key={name}>
              <dt>{words.labels[name]}</dt>
              <dd data-field={name} dir="auto" />
            </Fragment>
          ))}
        </dl>
        <p className="ui-small">{words.why(keptDays)}</p>
        <div className="ui-buttons">
          <Button choice={{ name: 'answer', value: 'send' }}>{words.sendNow}</Button>
          <Button kind="secondary">{words.change}</Button>
        </div>
      </form>
    </dialog>
  );
}

function Received(props: ShippingProps) {
  const { page, studio, shipping, errors } = props;
  const words = page.words.shipping;
  return (
    <>
      <h1 className="ui-title">{words.received}</h1>
      {shipping.shipment && (
        <p className="ui-lead">
          {shipping.isReplaced ? words.replacedAt : words.receivedAt}{' '}
          <LocalTime page={page} time={shipping.shipment.submitted_at} />
        </p>
      )}
      <p className="ui-text">{words.receivedLead}</p>
      <p className="ui-text">{words.why(shipping.keptDays)}</p>
      <details className="ui-fold" open={Object.keys(errors).length > 0}>
        <summary>{words.replace}</summary>
        <AddressForm {...props} />
      </details>
      <div className="ui-buttons">
        <LinkButton kind="danger" href={`${studioUrl(studio.project.slug, 'shipping')}/withdraw`}>
          {words.withdraw}
        </LinkButton>
      </div>
    </>
  );
}

/** The second step: an address that is withdrawn cannot be had back. */
export function WithdrawPage({ page, studio }: Pick<ShippingProps, 'page' | 'studio'>) {
  const words = page.words.shipping;
  const url = studioUrl(studio.project.slug, 'shipping');
  return (
    <StudioPage page={page} studio={studio} section="shipping" title={words.withdrawAsk}>
      <div className="ui-column">
        <h1 className="ui-title">{words.withdrawAsk}</h1>
        <p className="ui-lead">{words.withdrawLead}</p>
        <form method="post" action={`${url}/withdraw`}>
          <CsrfField page={page} />
          <div className="ui-buttons">
            <Button kind="danger">{words.withdraw}</Button>
            <LinkButton kind="secondary" href={url}>
              {words.keep}
            </LinkButton>
          </div>
        </form>
      </div>
    </StudioPage>
  );
}
