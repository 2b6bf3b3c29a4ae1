import { asObject, type JsonObject } from '../../http/json-reading';
import {
  answeredWith,
  type AnswerHead,
  faultOfStatus,
  SupplierError,
  type SupplierFault,
} from '../../contract/supplier-error';

const FAULTS: [code: RegExp, fault: SupplierFault][] = [
  [/^(?:DataInspectionFailed|IPInfringementSuspect)/, 'content'],
  [/^InvalidParameter\.DataInspection/, 'content'],
  [/^(?:InvalidParameter|BadRequest|InvalidURL)/, 'refused'],
  [/^(?:InternalError\.Timeout|RequestTimeOut|ResponseTimeout)/, 'timeout'],
];

/** Codes under a status that means something else, with the right status. */
const STATUSES: [code: RegExp, status: number][] = [
  [/^Arrearage/, 402],
  [/^Model(?:NotFound|\.AccessDenied|NotExist)/, 404],
];

const faultOfCode = (code: string) => FAULTS.find(([pattern]) => pattern.test(code))?.[1];

/** Its words never reach a customer. */
export function toDashScopeFailure(head: AnswerHead, body: unknown): SupplierError {
  const code = codeOf(asObject(body));
  const status = STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? head.status;
  const byStatus = head.status === 200 ? 'failed' : faultOfStatus(status);
  // Other statuses are about the supplier or our account, whatever the code.
  const fault = byStatus === 'refused' ? (faultOfCode(code) ?? byStatus) : byStatus;
  return new SupplierError(
    fault,
    `The supplier answered ${head.status} ${code}`.trim(),
    answeredWith({ ...head, status }),
  );
}

export function toTaskFailure(said: JsonObject): SupplierError {
  const code = codeOf(said);
  return new SupplierError(faultOfCode(code) ?? 'failed', `The supplier's task failed ${code}`.trim());
}

const codeOf = (said: JsonObject | undefined) => (typeof said?.code === 'string' ? said.code : '');
