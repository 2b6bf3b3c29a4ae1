import { optional, type Setting } from '@shipyard/platform/config';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte on. */
  isSecure: boolean;
  starttls: (typeof STARTTLS)[number];
  login: { user: string; pass: string } | null;
}

export interface Mailbox {
  name: string;
  address: string;
}

const STARTTLS = ['required', 'offered', 'off'] as const;
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/**
 * In production, a server on another machine must offer STARTTLS, unless the URL says otherwise. Elsewhere, TLS is used
 * if the server offers it.
 */
export function smtpServer({ NODE_ENV }: NodeJS.ProcessEnv): Setting<SmtpServer> {
  return {
    takes:
      'a URL smtp://user:password@host:587 or smtps://user:password@host:465, with ?starttls=required, offered or off behind smtp://',
    parse(value) {
      const url = new URL(value);
      if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') return undefined;
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const isSecure = url.protocol === 'smtps:';
      const needsTls = NODE_ENV?.trim() === 'production' && !LOOPBACK.test(host);
      const sent = url.searchParams.get('starttls');
      const starttls = sent === null ? (needsTls ? 'required' : 'offered') : STARTTLS.find((choice) => choice === sent);
      const hasMore = !['', '/'].includes(url.pathname) || url.hash !== '' || [...url.searchParams.keys()].length > 1;
      const isOther = url.search !== '' && (sent === null || isSecure);
      if (
        host === '' ||
        starttls === undefined ||
        hasMore ||
        isOther ||
        (url.username === '') !== (url.password === '')
      )
        return undefined;
      const login = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
      return {
        host,
        port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
        isSecure,
        starttls,
        login: login.user === '' ? null : login,
      };
    },
  };
}

const MAILBOX = /^(?:([^<>"\r\n]{1,100}?) {0,3}<([^<>\s]{3,254})>|([^<>\s]{3,254}))$/;
const ADDRESS = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+$/;

/** Who mail comes from: an address alone, or a name and an address in angle brackets. */
export function mailbox(fallback?: Mailbox): Setting<Mailbox> {
  return {
    takes: 'an address, or a name and an address: Shipyard <no-reply@example.org>',
    parse(value) {
      const [, name = '', named, alone] = MAILBOX.exec(value) ?? [];
      const address = named ?? alone ?? '';
      return ADDRESS.test(address) ? { name: name.trim(), address } : undefined;
    },
    fallback,
  };
}

/** The settings of the worker that sends. By default, mail comes from the host of `publicUrl`, which readers see. */
export function mailSettings(environment: NodeJS.ProcessEnv, publicUrl: string | undefined) {
  const isSent = (environment.SMTP_URL ?? '').trim() !== '';
  const host = publicUrl !== undefined && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  return {
    SMTP_URL: optional(smtpServer(environment)),
    MAIL_FROM: mailbox({
      name: 'Shipyard',
      address: isSent ? `no-reply@${host || 'localhost'}` : 'shipyard@localhost',
    }),
  };
}

/** Addresses behind commas. None by default. */
export function addresses(most: number): Setting<string[]> {
  return {
    takes: `at most ${most} mail addresses, with commas between them`,
    parse(value) {
      const all = value.split(',').map((address) => address.trim().toLowerCase());
      return all.length <= most && all.every((address) => address.length <= 254 && ADDRESS.test(address))
        ? [...new Set(all)]
        : undefined;
    },
    fallback: [],
  };
}
