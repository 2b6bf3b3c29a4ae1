import { envelopeErrorFormat, type ErrorFormat } from '@shipyard/http';

const PARSE_ERROR = -32700;
const SERVER_ERROR = -32000;

/** `{ jsonrpc, id: null, error: { code, message, data: { error, details? } } }` for what fails before a call is read. */
export const jsonRpcErrorFormat: ErrorFormat = {
  ...envelopeErrorFormat('/mcp'),
  render: ({ code, message, particulars: { details } }) => ({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: code === 'MALFORMED_BODY' ? PARSE_ERROR : SERVER_ERROR,
      message,
      data: { error: code, ...(details && { details }) },
    },
  }),
};
