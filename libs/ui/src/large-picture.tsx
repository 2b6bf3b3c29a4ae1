export interface LargePictureProps {
  words: { label: string; close: string; previous: string; next: string; file: string };
}

/**
 * Where a script shows the picture of a pressed link `a[data-large]`. Without the script, the link opens the file. The
 * button and Escape close it, and the focus returns to the link. The arrow keys and their buttons lead through the
 * pictures of the page.
 */
export const LargePicture = ({ words }: LargePictureProps) => (
  <dialog className="ui-large" aria-label={words.label} data-large-picture="">
    <form className="ui-spread" method="dialog">
      <button className="ui-button ui-button-secondary" type="submit">
        {words.close}
      </button>
      <span className="ui-large-steps" data-large-steps="">
        <button className="ui-button ui-button-secondary" type="button" data-large-step="-1">
          {words.previous}
        </button>
        <button className="ui-button ui-button-secondary" type="button" data-large-step="1">
          {words.next}
        </button>
      </span>
      <a className="ui-large-file" href="/" data-large-file="">
        {words.file}
      </a>
    </form>
    <figure className="ui-large-figure">
      <div className="ui-large-place" aria-live="polite" data-large-place="" />
      <figcaption className="ui-large-caption ui-second" aria-hidden="true" data-large-caption="" />
    </figure>
  </dialog>
);
