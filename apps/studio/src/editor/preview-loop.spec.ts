import { PreviewLoop } from './preview-loop';

describe('the preview', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is made once after a burst of changes, never twice at a time, and again for what changed meanwhile', async () => {
    const runs: (() => void)[] = [];
    const loop = new PreviewLoop(() => new Promise((resolve) => runs.push(resolve)), 400);
    loop.ask();
    await jest.advanceTimersByTimeAsync(399);
    loop.ask();
    await jest.advanceTimersByTimeAsync(399);
    expect(runs).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(1);
    loop.ask();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await jest.advanceTimersByTimeAsync(400);
    expect(runs).toHaveLength(2);
    runs[1]?.();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toHaveLength(2);
  });
});
