import { trackingUrl } from './carriers';

describe('trackingUrl', () => {
  it.each([
    ['SF Express', 'SF 1234 5678 901', 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF12345678901'],
    ['顺丰速运', 'SF12345678901', 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF12345678901'],
    ['d.h.l. ', 'JD014600', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD014600'],
    ['UPS', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['Royal Mail', 'RN123456789GB', 'https://www.royalmail.com/track-your-item#/tracking-results/RN123456789GB'],
  ])('knows %s', (carrier, tracking, url) => expect(trackingUrl(carrier, tracking)).toBe(url));

  it.each([
    ['Uncle Bo', 'JD014600'],
    ['EMS', 'EA123456789CN'],
    ['中国邮政', '9876543210987'],
    ['圆通速递', 'YT1234567890123'],
    ['中通快递', '73111222333'],
    ['Yunda', '4312345678901'],
    ['constructor', 'JD014600'],
    [null, 'JD014600'],
    ['DHL', null],
    ['DHL', 'at the door'],
    ['DHL', '12345&x=//evil.example'],
    ['DHL', '1'.repeat(41)],
  ])('links nothing for %p and %p', (carrier, tracking) => expect(trackingUrl(carrier, tracking)).toBeNull());
});
