import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { NEW_LOGS_MAX } from '@shipyard/contracts';
import { RequestFault } from '@shipyard/http';
import { EMPTY } from 'rxjs';
import { LogCountLimit } from './log-count-limit';

describe('the logs of a sync', () => {
  const pass = (body: unknown) =>
    new LogCountLimit().intercept(new ExecutionContextHost([{ body }]), { handle: () => EMPTY });

  it('are refused by their number before objects are created', () => {
    const touched = jest.fn();
    const log = {
      get sequence() {
        return void touched();
      },
    };
    expect(() => pass({ new_logs: Array.from({ length: NEW_LOGS_MAX + 1 }, () => log) })).toThrow(RequestFault);
    expect(touched).not.toHaveBeenCalled();
  });

  it.each([
    undefined,
    null,
    7,
    'a',
    [],
    {},
    { new_logs: null },
    { new_logs: 'a'.repeat(300) },
    { new_logs: Array.from({ length: NEW_LOGS_MAX }, () => ({})) },
  ])('are validated later otherwise', (body) => expect(pass(body)).toBe(EMPTY));
});
