/** A page may use none of these, and neither may what it embeds. */
const REFUSED_FEATURES = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb'];

/** Headers of every answer, whichever way it is written. A route that serves pages sets a Content-Security-Policy of its own. */
export type SecurityHeaders = readonly (readonly [name: string, value: string])[];

/** `publicUrl` is the address that users see; under https, browsers are told to come by https alone for a year. */
export function securityHeaders(publicUrl: string | undefined): SecurityHeaders {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    // Not `no-referrer`, under which browsers send `Origin: null` with the forms of our own pages.
    ['referrer-policy', 'same-origin'],
    ['permissions-policy', REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
    ['cross-origin-opener-policy', 'same-origin'],
  ];
  if (publicUrl?.startsWith('https:')) headers.push(['strict-transport-security', 'max-age=31536000; includeSubDomains']);
  return headers;
}
