import { Stop } from './stop-signal';

describe('A stop', () => {
  it('tells those who listen, once, and says why as a signal of Node would', () => {
    const stop = new Stop();
    const [kept, left] = [jest.fn(), jest.fn()];
    stop.addEventListener('abort', kept);
    stop.addEventListener('abort', left);
    stop.removeEventListener('abort', left);
    expect(() => stop.throwIfAborted()).not.toThrow();
    stop.abort();
    const { reason } = stop;
    stop.abort();
    expect(kept).toHaveBeenCalledTimes(1);
    expect(left).not.toHaveBeenCalled();
    expect(stop.aborted).toBe(true);
    expect(stop.reason).toBe(reason);
    expect(() => stop.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }) as Error);
  });

  it('says the reason that it was given', () => {
    const stop = new Stop();
    const reason = new Error('Enough');
    stop.abort(reason);
    expect(() => stop.throwIfAborted()).toThrow(reason);
  });
});
