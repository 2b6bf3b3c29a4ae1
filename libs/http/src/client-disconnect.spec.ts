import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { clientDisconnect } from './client-disconnect';

const responseOf = (state: Partial<ServerResponse>) =>
  Object.assign(new EventEmitter(), {
    destroyed: false,
    writableFinished: false,
    ...state,
  }) as unknown as ServerResponse;

describe('clientDisconnect', () => {
  it('aborts with the reason when the connection closes before the response is whole', () => {
    const response = responseOf({});
    const reason = new Error('gone');
    const signal = clientDisconnect(response, reason);
    expect(signal.aborted).toBe(false);
    response.emit('close');
    expect([signal.aborted, signal.reason]).toEqual([true, reason]);
  });

  it('does not abort when the response was whole', () => {
    const response = responseOf({ writableFinished: true });
    const signal = clientDisconnect(response);
    response.emit('close');
    expect(signal.aborted).toBe(false);
  });

  it('aborts at once when the client has already disconnected', () => {
    expect(clientDisconnect(responseOf({ destroyed: true })).aborted).toBe(true);
  });
});
