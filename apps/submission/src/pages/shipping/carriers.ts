interface Carrier {
  /** As people write it: in lower case, without spaces and signs. */
  names: readonly string[];
  url: (tracking: string) => string;
}

/**
 * Only the carriers' own pages. EMS, China Post, YTO, ZTO and Yunda take no number in the URL. A third party would learn where the
 * parcel of a minor goes.
 */
const CARRIERS: readonly Carrier[] = [
  {
    names: ['sf', 'sfexpress', '顺丰', '顺丰速运', '顺丰快递'],
    url: (tracking) => `https://www.sf-express.com/chn/sc/waybill/waybill-detail/${tracking}`,
  },
  {
    names: ['dhl', 'dhlexpress', 'dhlpaket', 'dhlparcel', '敦豪'],
    url: (tracking) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${tracking}`,
  },
  { names: ['ups', '联合包裹'], url: (tracking) => `https://www.ups.com/track?tracknum=${tracking}` },
  { names: ['fedex', '联邦快递'], url: (tracking) => `https://www.fedex.com/fedextrack/?trknbr=${tracking}` },
  {
    names: ['usps', 'unitedstatespostalservice'],
    url: (tracking) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${tracking}`,
  },
  {
    names: ['cainiao', '菜鸟', '菜鸟裹裹'],
    url: (tracking) => `https://global.cainiao.com/newDetail.htm?mailNoList=${tracking}`,
  },
  {
    names: ['royalmail'],
    url: (tracking) => `https://www.royalmail.com/track-your-item#/tracking-results/${tracking}`,
  },
  {
    names: ['deutschepost'],
    url: (tracking) => `https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode=${tracking}`,
  },
];

const SIGNS = /[\s\p{P}\p{S}]/gu;
/** What a number may hold besides spaces, so that it cannot change the rest of the URL. */
const TRACKING = /^(?=.*\d)[A-Za-z0-9-]{5,40}$/;

const CARRIER_OF = new Map(CARRIERS.flatMap((carrier) => carrier.names.map((name) => [name, carrier] as const)));

/** The carrier's page about a parcel. Null if we do not know the carrier, or the number is none. */
export function trackingUrl(carrier: string | null, tracking: string | null): string | null {
  const number = (tracking ?? '').replace(/\s/g, '');
  if (carrier === null || !TRACKING.test(number)) return null;
  return CARRIER_OF.get(carrier.toLowerCase().replace(SIGNS, ''))?.url(number) ?? null;
}
