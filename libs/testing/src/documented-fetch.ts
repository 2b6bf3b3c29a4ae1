import { assertDocumented, type GivenAnswer } from './documented-answer';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Fetches, and compares the answer as far as the caller reads it: status and headers at once, each event of a stream
 * when it arrives, any other body at its end. An undocumented answer fails the call or the read.
 */
export async function documentedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const sent = new Request(input, { method: init?.method });
  const { status, headers, body } = response;
  const head = { method: sent.method, url: new URL(sent.url), status, headers };
  await assertDocumented({ ...head, text: body === null ? '' : null });
  return body === null ? response : new Response(body.pipeThrough(comparing(head)), response);
}

function comparing(head: Omit<GivenAnswer, 'text'>): TransformStream<Bytes, Bytes> {
  const isEventStream = head.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  let text = '';
  return new TransformStream({
    async transform(piece, controller) {
      text += decoder.decode(piece, { stream: true });
      const end = isEventStream ? text.lastIndexOf('\n\n') : -1;
      if (end >= 0) {
        await assertDocumented({ ...head, text: text.slice(0, end) });
        text = text.slice(end + 2);
      }
      controller.enqueue(piece);
    },
    flush: () => assertDocumented({ ...head, text }),
  });
}
