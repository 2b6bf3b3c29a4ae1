import { envelopeErrorFormat, type ErrorFormat } from '@shipyard/http';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;

const CODES: Readonly<Record<string, number>> = { MALFORMED_BODY: PARSE_ERROR, VALIDATION_FAILED: INVALID_REQUEST };

/** `{ jsonrpc, id: null, error: { code, message, data: { error, details? } } }` for what fails before a call is read. */
export const jsonRpcErrorFormat: ErrorFormat = {
  ...envelopeErrorFormat('/mcp'),
  render: ({ code, message, particulars: { details } }) => ({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: CODES[code] ?? SERVER_ERROR,
      message,
      data: { error: code, ...(details && { details }) },
    },
  }),
};
