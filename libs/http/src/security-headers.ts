const REFUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

export type SecurityHeaders = readonly (readonly [name: string, value: string])[];

/** With an https `publicUrl`, browsers use only https for a year. */
export function securityHeaders(publicUrl: string | undefined): SecurityHeaders {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    // With `no-referrer`, browsers would send `Origin: null` with the forms of our own pages.
    ['referrer-policy', 'same-origin'],
    ['permissions-policy', REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
    ['cross-origin-opener-policy', 'same-origin'],
  ];
  if (publicUrl?.startsWith('https:'))
    headers.push(['strict-transport-security', 'max-age=31536000; includeSubDomains']);
  return headers;
}
