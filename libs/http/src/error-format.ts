import type { IncomingMessage, ServerResponse } from 'node:http';
import { IsIn, IsInt, IsString } from 'class-validator';
import { type Class, Describe, type JsonSchema, ListOf } from './class-schema';
import type { ErrorMaker, HttpError } from './errors';
import { defineErrors } from './errors';
import type { FieldProblem, RequestFaultKind } from './request-fault';
import type { AnsweredError } from './route-rule';

export interface ErrorFormat {
  /** The longest matching prefix wins. */
  prefix: string;
  fromFault(fault: RequestFaultKind): HttpError;
  render(error: HttpError): unknown;
  /** Renders the error as an HTML document and sets its headers. Returns null for a client that reads JSON. */
  renderPage?(error: HttpError, request: IncomingMessage, response: ServerResponse): string | null;
}

/** Of routes that are in an OpenAPI document. */
export interface DescribedErrorFormat extends ErrorFormat {
  /** The JSON schema of what `render` makes. `of` is the schema of a class of details. */
  schemaOf(error: AnsweredError, of: (details: Class) => JsonSchema): JsonSchema;
}

export class InvalidField {
  @Describe('The path of the field, such as `new_logs[0].title`; `body` for the whole body.')
  @IsString()
  field: string;

  @Describe('What is wrong with the field. The text follows its name.')
  @IsString()
  message: string;
}

export class InvalidFields {
  @Describe('The fields that are wrong.')
  @ListOf(() => InvalidField)
  fields: InvalidField[];
}

export class PassedLimit {
  @Describe('In bytes.')
  @IsInt()
  limit: number;

  @Describe('The part, or the field of a JSON body.')
  @IsString()
  part: string;
}

const OVERLOADED = 'The server is receiving too much data right now. Try again in a moment.';

export class SecondFactorWanted {
  @Describe('`set_up`: set up a second factor. `required`: show it (again).')
  @IsIn(['set_up', 'required'])
  second_factor: 'set_up' | 'required';
}

const FOR_A_HUMAN = { type: 'string', description: 'For a human. It can say more than the description above.' };

const CHALLENGE = { 'WWW-Authenticate': 'Bearer.' };

export const envelopeErrors = defineErrors({
  VALIDATION_FAILED: {
    status: 400,
    message: 'Some fields are missing, of the wrong type or out of range. Correct the fields in details.fields.',
    details: InvalidFields,
  },
  MALFORMED_BODY: {
    status: 400,
    message: 'The body could not be parsed. Check its format and the Content-Type header.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The body is larger than this call accepts. Send less at once.',
    detailsWhereKnown: PassedLimit,
  },
  AUTH_TOKEN_MISSING: {
    status: 401,
    message: 'This call needs a token. Send it as Authorization: Bearer <token>.',
    headers: CHALLENGE,
  },
  AUTH_TOKEN_INVALID: {
    status: 401,
    message:
      'The token is unknown, malformed, revoked or expired. Create a new one and send it as Authorization: Bearer <token>.',
    headers: CHALLENGE,
  },
  FORBIDDEN: {
    status: 403,
    message: 'This token is not allowed to do that. Use one that belongs to the owner or has the required role.',
    detailsWhereKnown: SecondFactorWanted,
  },
  NOT_FOUND: { status: 404, message: 'There is nothing at this URL. Check the path and the method.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This URL does not take this method. Use one of the Allow header.',
    headers: { Allow: 'The methods that this URL takes.' },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service cannot reach its storage right now. Try again in a moment.',
    log: 'warn',
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side. Try again. If it keeps failing, report the X-Request-Id to us.',
    log: 'error',
  },
});

const allowOf = (methods: readonly string[]) => ({ allow: methods.join(', ') });
const methodUnknown = (methods: readonly string[]) => envelopeErrors.METHOD_NOT_ALLOWED({ headers: allowOf(methods) });

const BEARER = { 'www-authenticate': 'Bearer' };
export const tokenMissing = () => envelopeErrors.AUTH_TOKEN_MISSING({ headers: BEARER });
export const tokenInvalid = () => envelopeErrors.AUTH_TOKEN_INVALID({ headers: BEARER });

const validationFailed = (problems: readonly Pick<FieldProblem, 'field' | 'message'>[]) =>
  envelopeErrors.VALIDATION_FAILED({
    message: `Some fields are invalid: ${problems.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
    details: { fields: problems.map(({ field, message }) => ({ field, message })) },
  });

/** `{ ok: false, error, message, details? }` */
export function envelopeErrorFormat(prefix: string): DescribedErrorFormat {
  return {
    prefix,
    fromFault: (fault) => {
      switch (fault.kind) {
        case 'route_unknown':
          return envelopeErrors.NOT_FOUND();
        case 'method_unknown':
          return methodUnknown(fault.allowed);
        case 'body_malformed':
          return envelopeErrors.MALFORMED_BODY({ message: fault.message });
        case 'body_too_large':
          return envelopeErrors.PAYLOAD_TOO_LARGE({
            message: `The body is larger than ${fault.limitBytes} bytes, the most that this call accepts. Send less at once.`,
          });
        case 'body_not_utf8':
          return validationFailed([{ field: 'body', message: 'must be valid UTF-8' }]);
        case 'input_invalid':
          return validationFailed(fault.problems);
        case 'overloaded':
          return envelopeErrors.SERVICE_UNAVAILABLE({ message: OVERLOADED, headers: { 'retry-after': '2' } });
        case 'unavailable':
          return envelopeErrors.SERVICE_UNAVAILABLE({ cause: fault.cause, headers: { 'retry-after': '2' } });
        case 'internal':
          return envelopeErrors.INTERNAL({ cause: fault.cause });
      }
    },
    render: ({ code, message, particulars: { details } }) => ({
      ok: false,
      error: code,
      message,
      ...(details && { details }),
    }),
    schemaOf: ({ code, row: { message, details, detailsWhereKnown } }, of) => {
      const known = details ?? detailsWhereKnown;
      return {
        type: 'object',
        description: message,
        properties: {
          ok: { const: false },
          error: { const: code },
          message: FOR_A_HUMAN,
          ...(known && { details: of(known) }),
        },
        required: ['ok', 'error', 'message', ...(details ? ['details'] : [])],
        additionalProperties: false,
      };
    },
  };
}

export const openAiErrors = defineErrors({
  missing_api_key: {
    status: 401,
    type: 'invalid_request_error',
    message: 'No API key was sent. Send one as Authorization: Bearer <key>.',
  },
  invalid_api_key: {
    status: 401,
    type: 'invalid_request_error',
    message: 'The API key is unknown, malformed, revoked or expired. Use another key, or ask the operator for one.',
  },
  unknown_url: {
    status: 404,
    type: 'invalid_request_error',
    message: 'There is nothing at this URL. Check the path and the method.',
  },
  invalid_json: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The body is not valid JSON. Correct it and send it again.',
  },
  request_too_large: {
    status: 413,
    type: 'invalid_request_error',
    message: 'The body is larger than this call accepts. Send less at once.',
  },
  invalid_value: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A parameter has an invalid value. Correct the one that param names.',
  },
  missing_required_parameter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A required parameter is missing. Add the one that param names.',
  },
  unsupported_parameter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A parameter is not supported here. Remove the one that param names.',
  },
  service_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The service cannot answer right now. Try again in a moment.',
    log: 'warn',
  },
  server_overloaded: { status: 503, type: 'api_error', message: OVERLOADED, log: 'warn' },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Something went wrong on our side. Try again. If it keeps failing, report the x-request-id to us.',
    log: 'error',
  },
});

const PROBLEM_CODES: Record<FieldProblem['kind'], ErrorMaker> = {
  missing: openAiErrors.missing_required_parameter,
  unknown: openAiErrors.unsupported_parameter,
  invalid: openAiErrors.invalid_value,
};

/** `{ error: { message, type, param, code } }`, always with all four keys. */
export function openAiErrorFormat(prefix: string): DescribedErrorFormat {
  return {
    prefix,
    fromFault: (fault) => {
      switch (fault.kind) {
        case 'route_unknown':
          return openAiErrors.unknown_url();
        case 'method_unknown':
          return openAiErrors.unknown_url({ headers: allowOf(fault.allowed) });
        case 'body_malformed':
          return openAiErrors.invalid_json({ message: fault.message });
        case 'body_not_utf8':
          return openAiErrors.invalid_json({ message: 'The body is not valid JSON. Encode it as UTF-8.' });
        case 'body_too_large':
          return openAiErrors.request_too_large({
            message: `The body is larger than ${fault.limitBytes} bytes, the most that this call accepts. Send less at once.`,
          });
        case 'input_invalid': {
          const [first] = fault.problems;
          if (!first) return openAiErrors.invalid_value();
          return PROBLEM_CODES[first.kind]({ message: `${first.field} ${first.message}.`, param: first.field });
        }
        case 'overloaded':
          return openAiErrors.server_overloaded({ headers: { 'retry-after': '2', 'retry-after-ms': '2000' } });
        case 'unavailable':
          return openAiErrors.service_unavailable({
            cause: fault.cause,
            headers: { 'retry-after': '2', 'retry-after-ms': '2000' },
          });
        case 'internal':
          return openAiErrors.internal_error({ cause: fault.cause });
      }
    },
    render: ({ code, message, row, particulars }) => ({
      error: { message, type: row.type ?? 'api_error', param: particulars.param ?? null, code },
    }),
    schemaOf: ({ code, row }) => ({
      type: 'object',
      description: row.message,
      properties: {
        error: {
          type: 'object',
          properties: {
            message: FOR_A_HUMAN,
            type: { const: row.type ?? 'api_error' },
            param: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'The parameter that is wrong.' },
            code: { const: code },
          },
          required: ['message', 'type', 'param', 'code'],
          additionalProperties: false,
        },
      },
      required: ['error'],
      additionalProperties: false,
    }),
  };
}
