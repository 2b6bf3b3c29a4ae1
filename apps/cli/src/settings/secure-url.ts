/** This computer, as people write it. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const;

const isLoopback = (hostname: string) => LOOPBACK.some((each) => each === hostname);

/**
 * A URL that may get a token and may be opened in a browser: https, or http to this computer. Whatever takes this type
 * needs no check of its own.
 */
export class SecureUrl {
  private constructor(readonly href: string) {}

  /** Null for every other URL, such as http to another computer or a scheme that starts a program. */
  static read(text: string): SecureUrl | null {
    if (!URL.canParse(text)) return null;
    const { protocol, hostname, username, password, href } = new URL(text);
    if (username !== '' || password !== '') return null;
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? new SecureUrl(href) : null;
  }
}
