const ROUNDS = 9;
/** How many times the link to the next page is followed before a page counts as deep. */
const DEEP = 10;

export interface PageTimes {
  medianMs: number;
  mostMs: number;
  bytes: number;
}

type Read = (path: string) => Promise<string>;

/** Reads a page again and again, after it was read once. */
export async function timePage(path: string, read: Read): Promise<PageTimes> {
  await read(path);
  let bytes = 0;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const beganAt = performance.now();
    bytes = Buffer.byteLength(await read(path));
    times.push(performance.now() - beganAt);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { medianMs: sorted[Math.floor(ROUNDS / 2)] ?? NaN, mostMs: sorted.at(-1) ?? NaN, bytes };
}

/** The address of a page far behind the first. */
export async function deepPath(path: string, read: Read): Promise<string> {
  let at = path;
  for (let page = 0; page < DEEP; page += 1) {
    const [, next] = /<a\b(?=[^>]*rel="next")[^>]*href="([^"]+)"/.exec(await read(at)) ?? [];
    if (next === undefined) throw new Error(`${at} has no next page`);
    at = next.replaceAll('&amp;', '&');
  }
  return at;
}

/** Logs in with a form, and returns the cookies. */
export async function logInByForm(url: string, email: string, password: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  if (answer.status !== 303 || cookies.length === 0)
    throw new Error(`The log-in of ${email} answered ${answer.status}`);
  return cookies.join('; ');
}

/** Reads pages of an origin with a session. */
export const pageReader =
  (origin: string, cookie: string): Read =>
  async (path) => {
    const answer = await fetch(origin + path, { headers: { cookie } });
    if (answer.status !== 200) throw new Error(`${path}, which was to be measured, answered ${answer.status}`);
    return answer.text();
  };
