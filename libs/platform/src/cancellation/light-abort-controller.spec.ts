import { LightAbortController } from './light-abort-controller';

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
