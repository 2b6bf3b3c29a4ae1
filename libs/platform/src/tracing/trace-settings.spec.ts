import { ConfigError, readConfig } from '../config';
import { tracesOf, traceSettings } from './trace-settings';

const read = (environment: NodeJS.ProcessEnv) => tracesOf(readConfig(environment, traceSettings()));

describe('the settings of traces', () => {
  it('are off without an endpoint', () => {
    expect(read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_TRACES_SAMPLER_ARG: '0.5' })).toBeUndefined();
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }, 'http://collector:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/in' }, 'http://collector/in'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b/traces' },
      'http://b/traces',
    ],
  ])('send with %j', (environment, url) => expect(read(environment)).toMatchObject({ url, ratio: 1, headers: {} }));

  it('decode the values of headers', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-tenant = one',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    };
    expect(read(environment)).toMatchObject({
      headers: { authorization: 'Bearer a,b', 'x-tenant': 'one' },
      ratio: 0.25,
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
  });
});
