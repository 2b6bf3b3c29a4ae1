/** A form that is sent before all of it is back would be sent without it. It is sent as soon as it is whole. */
export function sendWhenReady(form: HTMLFormElement, ready: Promise<unknown>): void {
  let isReady = false;
  const whole = ready.catch(() => undefined).then(() => (isReady = true));
  // Before the listener that sends.
  const wait = (event: SubmitEvent) => {
    if (isReady) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { submitter } = event;
    void whole.then(() => form.requestSubmit(submitter));
  };
  form.addEventListener('submit', wait, { capture: true });
}
