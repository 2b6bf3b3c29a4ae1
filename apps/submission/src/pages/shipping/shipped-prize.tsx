import { CsrfField, LANG_OF, LANGUAGES, longDate, Time, utcDayOf } from '@shipyard/pages';
import { Button, LinkButton, PersonText, StateBadge } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { studioUrl } from '../studio/project-path';
import type { ProjectStudio } from '../studio/studio.query';
import { CATALOGS } from '../words/words';
import { trackingUrl } from './carriers';
import type { Shipping } from './shipping.query';
import { Tracking } from './tracking';

interface ShippedProps {
  page: PageContext;
  studio: ProjectStudio;
  shipping: Shipping;
}

/** The prize is sent: when, by whom, and what its maker can do now. */
export function ShippedPrize({ page, studio, shipping }: ShippedProps) {
  const words = page.words.shipping;
  const { project } = studio;
  const hasArrived = project.arrivedAt !== null;
  return (
    <>
      <div className="ui-above-title">
        <StateBadge state="shipped" word={page.words.studio.states.shipped} />
      </div>
      <h1 className="ui-title">{hasArrived ? words.arrived : words.shipped}</h1>
      {project.program.prize && (
        <p className="ui-lead">
          <PersonText text={project.program.prize.name} />
        </p>
      )}
      <ParcelFacts page={page} studio={studio} shipping={shipping} />
      {!hasArrived && <Arrival page={page} slug={project.slug} />}
      <section className="ui-section" aria-labelledby="last-log-title">
        <h2 className="ui-section-title" id="last-log-title">
          {words.lastLog}
        </h2>
        <p className="ui-text">{words.lastLogLead}</p>
        <div className="ui-buttons">
          <LinkButton kind={hasArrived ? 'primary' : 'secondary'} href={studioUrl(project.slug, 'logs')}>
            {words.lastLog}
          </LinkButton>
        </div>
      </section>
      <Prints page={page} slug={project.slug} />
      <p className="ui-small">{words.shippedLead}</p>
    </>
  );
}

function Prints({ page, slug }: { page: PageContext; slug: string }) {
  const words = page.words.documents;
  return (
    <section className="ui-section" aria-labelledby="print-title">
      <h2 className="ui-section-title" id="print-title">
        {words.print}
      </h2>
      <p className="ui-text">{words.printLead}</p>
      <ul className="ui-cluster">
        {LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={`${studioUrl(slug)}/certificate.pdf?lang=${language}`}
              lang={LANG_OF[language]}
              hrefLang={LANG_OF[language]}
              type="application/pdf"
            >
              {CATALOGS[language].documents.getCertificate}
            </a>
          </li>
        ))}
        <li>
          <a href={`${studioUrl(slug)}/booklet.pdf`} type="application/pdf">
            {words.getBooklet}
          </a>
        </li>
      </ul>
    </section>
  );
}

function ParcelFacts({ page, studio: { project }, shipping: { shipment } }: ShippedProps) {
  const words = page.words.shipping;
  const carrier = shipment?.carrier ?? null;
  const tracking = shipment?.tracking ?? null;
  return (
    <dl className="ui-facts">
      {project.shippedAt && <Day page={page} term={words.shippedOn} time={project.shippedAt} />}
      {project.arrivedAt && <Day page={page} term={words.arrivedOn} time={project.arrivedAt} />}
      {carrier !== null && (
        <>
          <dt>{words.carrier}</dt>
          <dd>
            <PersonText text={carrier} />
          </dd>
        </>
      )}
      {tracking !== null && (
        <>
          <dt>{words.tracking}</dt>
          <dd>
            <Tracking page={page} url={trackingUrl(carrier, tracking)} tracking={tracking} />
          </dd>
        </>
      )}
    </dl>
  );
}

const Day = ({ page, term, time }: { page: PageContext; term: string; time: Date }) => (
  <>
    <dt>{term}</dt>
    <dd>
      <Time time={time}>{longDate(page.language, utcDayOf(time))}</Time>
    </dd>
  </>
);

function Arrival({ page, slug }: { page: PageContext; slug: string }) {
  const words = page.words.shipping;
  return (
    <form method="post" action={`${studioUrl(slug, 'shipping')}/arrived`}>
      <CsrfField page={page} />
      <p className="ui-text">{words.itArrivedHint}</p>
      <div className="ui-buttons">
        <Button>{words.itArrived}</Button>
      </div>
    </form>
  );
}
