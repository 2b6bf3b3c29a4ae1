import { isHidingStyle, isWhite, STYLE_LENGTH_LIMIT } from './hiding-style';

describe('a style', () => {
  it.each([
    'display:none',
    'DISPLAY : none !important',
    'visibility: hidden',
    'content-visibility: hidden',
    'opacity:0',
    'opacity: .05',
    'opacity:5%',
    'font-size:0px',
    'font-size: 1px',
    'width:1px',
    'max-height: 0',
    'left:-9999px',
    'margin-left: -1000px',
    'clip: rect(0 0 0 0)',
    'clip-path:inset(50%)',
    'transform: rotate(3deg) scale( 0 )',
    'transform:scaleX(0)',
    'color:transparent',
    'color: rgba(1, 2, 3, 0)',
    'color:#fff',
    'color: rgb(255 255 250)',
    'color: hsl(0, 0%, 100%)',
    'background: #123456; color: #123456',
    '/* x */display:none',
    'a:b;;c;display:none',
    `color:red;${' '.repeat(STYLE_LENGTH_LIMIT)}`,
  ])('hides: %s', (style) => expect(isHidingStyle(style)).toBe(true));

  it.each([
    '',
    'color:#333',
    'opacity:0.9',
    'width:100%',
    'transform: scale(1.5)',
    'margin: -4px',
    'font-size: 12px',
    'background:#fff;color:#000',
    'constructor:x',
    'display',
  ])('shows: %s', (style) => expect(isHidingStyle(style)).toBe(false));

  it('recognizes every notation of white', () => {
    for (const color of [
      'White',
      ' #FFF ',
      '#fefefe',
      'rgb(250,250,250)',
      'rgba( 255 , 255 , 255 , .5)',
      'hsla(0 0% 97% / 1)',
    ])
      expect(isWhite(color)).toBe(true);
    for (const color of ['', '#333', 'rgb(1,2,3)', 'hsl(0,0%,50%)']) expect(isWhite(color)).toBe(false);
  });
});
