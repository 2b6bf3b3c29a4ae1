/** A field that a request got wrong, dotted for nested ones (`messages[0].content`). */
export interface FieldProblem {
  field: string;
  message: string;
  kind: 'missing' | 'unknown' | 'invalid';
}

/** What can be wrong with any request before a feature sees it. Each surface has its own words and codes for it. */
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

/** For rules that a DTO cannot say: `throw inputInvalid('readme', 'must not be empty')`. */
export function inputInvalid(field: string, message: string, kind: FieldProblem['kind'] = 'invalid'): RequestFault {
  return new RequestFault({ kind: 'input_invalid', problems: [{ field, message, kind }] });
}
