/** Has no body that a Response could hold. */
const EMPTY = new Set([204, 205, 304]);

/**
 * Returns a `fetch` for one upload, which reports how much of the form is sent. It uses XMLHttpRequest, because no
 * browser reports that of a request by fetch.
 */
export const sendWithProgress =
  (form: FormData, onProgress: (sentBytes: number) => void) =>
  async ({ method, url, headers }: Request): Promise<Response> => {
    const upload = new XMLHttpRequest();
    upload.open(method, url);
    for (const [name, value] of headers) {
      // The browser writes this header with the boundary that it chooses for the form.
      if (name !== 'content-type') upload.setRequestHeader(name, value);
    }
    upload.upload.onprogress = ({ loaded }) => onProgress(loaded);
    await new Promise<void>((resolve, reject) => {
      upload.onload = () => resolve();
      upload.onerror = upload.onabort = upload.ontimeout = () => reject(new TypeError('The upload has failed'));
      upload.send(form);
    });
    const { status } = upload;
    return new Response(EMPTY.has(status) ? null : upload.responseText, { status, headers: headersOf(upload) });
  };

function headersOf(upload: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of upload.getAllResponseHeaders().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  return headers;
}
