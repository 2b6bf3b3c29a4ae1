const WIDTH = 100;

/** A part of a whole, on a rule. The number stands beside it. */
export const Share = ({ percent }: { percent: number }) => (
  <>
    <svg className="ui-share" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <rect className="ui-share-all" width={WIDTH} height="12" />
      <rect className="ui-share-own" width={(percent / 100) * WIDTH} height="12" />
    </svg>{' '}
    <span className="ui-share-text">{Math.round(percent)} %</span>
  </>
);
