export interface FieldProblem {
  field: string;
  message: string;
  kind: 'missing' | 'unknown' | 'invalid';
}

export type RequestFaultKind =
  | { kind: 'route_unknown' }
  | { kind: 'body_malformed'; message: string }
  | { kind: 'body_not_utf8' }
  | { kind: 'body_too_large'; limitBytes: number }
  | { kind: 'input_invalid'; problems: FieldProblem[] }
  | { kind: 'overloaded' }
  | { kind: 'unavailable'; cause: unknown }
  | { kind: 'internal'; cause: unknown };

export class RequestFault extends Error {
  constructor(readonly fault: RequestFaultKind) {
    super(fault.kind, 'cause' in fault ? { cause: fault.cause } : undefined);
  }
}

export function inputInvalid(field: string, message: string, kind: FieldProblem['kind'] = 'invalid'): RequestFault {
  return new RequestFault({ kind: 'input_invalid', problems: [{ field, message, kind }] });
}
