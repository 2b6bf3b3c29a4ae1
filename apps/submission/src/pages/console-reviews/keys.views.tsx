import type { PageContext } from '../page-context';

const keysOf = (words: PageContext['words']['consoleKeys']) => ({
  queue: [
    ['j', words.down],
    ['k', words.up],
    ['Enter', words.open],
  ],
  project: [
    ['a', words.approve],
    ['c', words.requestChanges],
    ['r', words.reject],
  ],
});

/** Which keys the scripts understand. A script shows the button, which works without keys. */
export function Keys({ page, of }: { page: PageContext; of: 'queue' | 'project' }) {
  const words = page.words.consoleKeys;
  return (
    <div className="ui-console-keys" data-keys={of}>
      <button type="button" className="ui-button ui-button-quiet" data-keys-show="" hidden>
        {words.keys} <kbd aria-hidden="true">?</kbd>
      </button>
      <dialog className="ui-dialog" data-keys-help="" aria-labelledby="keys-title">
        <h2 className="ui-dialog-title" id="keys-title" tabIndex={-1}>
          {words.title}
        </h2>
        <p className="ui-text">
          {of === 'queue' ? words.inQueue : words.onProject}. {words.nothingSent}
        </p>
        <dl className="ui-console-facts">
          {[...keysOf(words)[of], ['?', words.help]].map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div className="ui-check">
          <input className="ui-check-box" id="keys-on" type="checkbox" data-keys-on="" />
          <label className="ui-check-label" htmlFor="keys-on">
            {words.on}
          </label>
        </div>
        <div className="ui-buttons">
          <button type="button" className="ui-button ui-button-secondary" data-keys-close="">
            {words.close}
          </button>
        </div>
      </dialog>
    </div>
  );
}
