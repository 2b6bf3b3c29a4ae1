export interface FieldProblem {
  field: string;
  message: string;
  kind: 'missing' | 'unknown' | 'invalid';
}

export type RequestFaultKind =
  | { kind: 'route_unknown' }
  /** The path has other methods. */
  | { kind: 'method_unknown'; allowed: readonly string[] }
  | { kind: 'body_malformed'; message: string }
  | { kind: 'body_not_utf8' }
  | { kind: 'body_too_large'; limitBytes: number }
  | { kind: 'input_invalid'; problems: FieldProblem[] }
  | { kind: 'overloaded' }
  | { kind: 'unavailable'; cause: unknown }
  | { kind: 'internal'; cause: unknown };

/** A client chooses the names of unknown fields. */
const SHOWN_NAME = 300;

export class RequestFault extends Error {
  readonly fault: RequestFaultKind;

  constructor(fault: RequestFaultKind) {
    super(fault.kind, 'cause' in fault ? { cause: fault.cause } : undefined);
    this.fault =
      fault.kind === 'input_invalid'
        ? { ...fault, problems: fault.problems.map((problem) => ({ ...problem, field: shownName(problem.field) })) }
        : fault;
  }
}

/** Cuts between characters. */
const shownName = (field: string) =>
  field.length <= SHOWN_NAME ? field : `${field.slice(0, SHOWN_NAME).replace(/[\ud800-\udbff]$/, '')}…`;

export function inputInvalid(field: string, message: string, kind: FieldProblem['kind'] = 'invalid'): RequestFault {
  return new RequestFault({ kind: 'input_invalid', problems: [{ field, message, kind }] });
}
