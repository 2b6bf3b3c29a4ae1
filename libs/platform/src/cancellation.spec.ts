import { LightAbortController, withTimeout } from './cancellation';

describe('A stop', () => {
  it("calls its listeners once, with the reason, as Node's signal does", () => {
    const controller = new LightAbortController();
    const [kept, left] = [jest.fn(), jest.fn()];
    controller.addEventListener('abort', kept);
    controller.addEventListener('abort', left);
    controller.removeEventListener('abort', left);
    expect(() => controller.throwIfAborted()).not.toThrow();
    controller.abort();
    const { reason } = controller;
    controller.abort();
    expect(kept).toHaveBeenCalledTimes(1);
    expect(left).not.toHaveBeenCalled();
    expect(controller.aborted).toBe(true);
    expect(controller.reason).toBe(reason);
    expect(() => controller.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }) as Error);
  });

  it('has the given reason', () => {
    const controller = new LightAbortController();
    const reason = new Error('Enough');
    controller.abort(reason);
    expect(() => controller.throwIfAborted()).toThrow(reason);
  });
});

describe('withTimeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const late = () => new Error('late');

  it('returns the result of work that ends in time, and leaves no timer', async () => {
    await expect(withTimeout(Promise.resolve(7), 1_000, late)).resolves.toBe(7);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects as the work does, and leaves no timer', async () => {
    await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with the given error after the time, whatever the work does later', async () => {
    let fail = (_: Error) => {};
    const outcome = expect(withTimeout(new Promise((_, reject) => (fail = reject)), 1_000, late)).rejects.toThrow(
      'late',
    );
    await jest.advanceTimersByTimeAsync(1_000);
    await outcome;
    fail(new Error('too late to matter'));
    await jest.advanceTimersByTimeAsync(1_000);
  });
});
