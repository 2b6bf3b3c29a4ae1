export interface LargePictureProps {
  words: { label: string; close: string; file: string };
}

/**
 * Where a script shows the picture of a pressed link `a[data-large]`. Without the script, the link opens the file. The
 * button and Escape close it, and the focus returns to the link.
 */
export const LargePicture = ({ words }: LargePictureProps) => (
  <dialog className="ui-large" aria-label={words.label} data-large-picture="">
    <form className="ui-large-bar" method="dialog">
      <button className="ui-button ui-button-secondary" type="submit">
        {words.close}
      </button>
      <a className="ui-large-file" href="/" data-large-file="">
        {words.file}
      </a>
    </form>
    <figure className="ui-large-figure">
      <div className="ui-large-place" data-large-place="" />
      <figcaption className="ui-large-caption" aria-hidden="true" data-large-caption="" />
    </figure>
  </dialog>
);
