import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { RequestFault } from '@shipyard/http';
import { EMPTY } from 'rxjs';
import { LogCountLimit, LOGS_MAX } from './log-count-limit';

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
    expect(() => pass({ new_logs: Array.from({ length: LOGS_MAX + 1 }, () => log) })).toThrow(RequestFault);
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
    { new_logs: Array.from({ length: LOGS_MAX }, () => ({})) },
  ])('are validated later otherwise', (body) => expect(pass(body)).toBe(EMPTY));
});
