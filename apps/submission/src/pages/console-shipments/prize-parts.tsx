import { LocalTime } from '@shipyard/pages';
import { PersonText } from '@shipyard/ui';
import type { SentParcel, ShippingProject } from '../../project-reads';
import type { PageContext } from '../page-context';
import { trackingUrl } from '../shipping/carriers';
import { Tracking } from '../shipping/tracking';

interface PartProps {
  page: PageContext;
  prize: ShippingProject;
}

/** Never the name of the recipient. */
export const MakerName = ({ page, prize: { creator } }: PartProps) =>
  creator.handle === '' ? (
    page.words.consoleShipments.deleted
  ) : (
    <a href={`/creators/${creator.handle}`}>
      <PersonText text={creator.handle} />
    </a>
  );

export const PrizeName = ({ page, prize: { prize } }: PartProps) => (
  <PersonText text={prize?.name ?? page.words.consoleShipments.noPrize} />
);

/** A pasted list names a project by it, and a box in the hand may too. */
export const WebName = ({ slug }: { slug: string }) => (
  <span className="ui-second ui-web-name" translate="no">
    <bdi>{slug}</bdi>
  </span>
);

const DAY_MS = 24 * 60 * 60 * 1000;

/** A moment, and the whole days since then. */
export function Since({ page, time }: { page: PageContext; time: Date }) {
  const days = Math.max(0, Math.floor((Date.now() - time.getTime()) / DAY_MS));
  return (
    <>
      <LocalTime page={page} time={time} /> · {page.words.consoleShipments.days(days)}
    </>
  );
}

interface ParcelProps {
  page: PageContext;
  parcel: SentParcel | null;
}

export const Carrier = ({ page, parcel }: ParcelProps) =>
  parcel?.carrier ? <PersonText text={parcel.carrier} /> : page.words.consoleShipping.notKept;

export function TrackingOf({ page, parcel }: ParcelProps) {
  if (!parcel?.tracking) return page.words.consoleShipping.notKept;
  const { carrier, tracking } = parcel;
  return <Tracking page={page} url={trackingUrl(carrier, tracking)} tracking={tracking} />;
}
