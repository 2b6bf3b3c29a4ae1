export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
}

export interface PageCall {
  /** The fields of a form, which makes it a POST. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Asks as a browser asks. A page is no part of the API, so no document describes it. */
export async function openPage(url: string, path: string, { form, headers }: PageCall = {}): Promise<PageAnswer> {
  const response = await fetch(url + path, {
    method: form ? 'POST' : 'GET',
    body: form && new URLSearchParams(form),
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

export const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

export const headingOf = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];
