import { asObject } from '../../http/json-reading';
import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

const STATUSES: Record<string, number> = {
  1000: 401,
  1001: 401,
  1002: 401,
  1003: 401,
  1004: 401,
  1110: 402,
  1111: 402,
  1112: 402,
  1113: 402,
  1121: 402,
  1210: 400,
  1211: 404,
  1212: 400,
  1213: 400,
  1214: 400,
  1215: 400,
  1220: 403,
  1221: 404,
  1222: 404,
  1302: 429,
  1303: 429,
  1304: 429,
  1305: 429,
  1308: 429,
  1310: 429,
};

const UNSAFE_CONTENT = '1301';

/** 200 is an error inside an answer. Its words never reach a customer. */
export function toZhipuFailure(head: AnswerHead, body: unknown): SupplierError {
  const told = asObject(asObject(body)?.error)?.code;
  const code = typeof told === 'string' || typeof told === 'number' ? String(told) : '';
  const status = STATUSES[code] ?? (head.status === 200 ? 500 : head.status);
  const fault = code === UNSAFE_CONTENT ? 'content' : faultOfStatus(status);
  return new SupplierError(
    fault,
    `The supplier answered ${head.status} ${/^\d{3,5}$/.test(code) ? code : ''}`.trim(),
    answeredWith({ ...head, status }),
  );
}
