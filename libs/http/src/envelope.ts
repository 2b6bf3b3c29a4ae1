export interface Envelope<Data> {
  ok: true;
  data: Data;
}

export function envelope<Data>(data: Data): Envelope<Data> {
  return { ok: true, data };
}
