import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';

const DAY_MS = 24 * 3600 * 1000;
/** In DER: ECDSA with SHA-256, the common name, the alternative names. */
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');
const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  dns: 0x82,
  extensions: 0xa3,
};

/** Takes TLS off before a service on this machine, with a certificate that signs itself. */
export class TlsFront {
  private constructor(
    private readonly server: Server,
    readonly port: number,
    /** In PEM. */
    readonly certificate: string,
  ) {}

  static async before(origin: string, host: string): Promise<TlsFront> {
    const { cert, key } = selfSigned(host);
    const server = createServer({ cert, key }, (socket) => {
      const onward = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.pipe(onward).pipe(socket);
      for (const each of [socket, onward]) each.on('error', () => [socket, onward].forEach((end) => end.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TlsFront(server, (server.address() as AddressInfo).port, cert);
  }

  close(): void {
    this.server.close();
  }
}

/** A certificate of today for one host. Node itself can make none. */
function selfSigned(host: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(TAG.sequence, der(TAG.set, der(TAG.sequence, COMMON_NAME, der(TAG.text, Buffer.from(host)))));
  const names = der(TAG.octets, der(TAG.sequence, der(TAG.dns, Buffer.from(host))));
  const algorithm = der(TAG.sequence, ECDSA_SHA256);
  const content = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(TAG.sequence, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.extensions, der(TAG.sequence, der(TAG.sequence, ALTERNATIVE_NAMES, names))),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = der(TAG.sequence, content, algorithm, der(TAG.bits, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const time = (at: number) =>
  der(TAG.time, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

function der(tag: number, ...contents: Buffer[]): Buffer {
  const { length } = Buffer.concat(contents);
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), ...contents]);
}
