/** Has no body that a Response could hold. */
const EMPTY = new Set([204, 205, 304]);

/**
 * Returns a `fetch` for one upload, which reports how much of the form is sent. It uses XMLHttpRequest, because no
 * browser reports that of a request by fetch.
 */
export const sendWithProgress =
  (form: FormData, onProgress: (sentBytes: number, totalBytes: number) => void) =>
  async ({ method, url, headers }: Request): Promise<Response> => {
    const upload = new XMLHttpRequest();
    upload.open(method, url);
    for (const [name, value] of headers) {
      // The browser writes this header with the boundary that it chooses for the form.
      if (name !== 'content-type') upload.setRequestHeader(name, value);
    }
    upload.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    await new Promise<void>((resolve, reject) => {
      upload.onload = () => resolve();
      upload.onerror = upload.onabort = upload.ontimeout = () => reject(new TypeError('The upload has failed'));
      upload.send(form);
    });
    const { status } = upload;
    const init = { status, headers: headersOf(upload) };
    return new UploadResponse(EMPTY.has(status) ? null : upload.responseText, init, [url, upload.responseURL]);
  };

/** Says which redirects were followed, as a response of fetch does. */
class UploadResponse extends Response {
  constructor(
    body: string | null,
    init: ResponseInit,
    private readonly urls: [asked: string, answered: string],
  ) {
    super(body, init);
  }

  override get url(): string {
    return this.urls[1];
  }

  override get redirected(): boolean {
    return this.urls[0] !== this.urls[1];
  }
}

function headersOf(upload: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of upload.getAllResponseHeaders().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  return headers;
}
