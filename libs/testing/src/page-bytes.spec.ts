import { ownBytesOf } from './page-bytes';

const page = (name: string, log: string) =>
  `<!doctype html><main><h1><bdi class="ui-person">${name}</bdi></h1><img src="/a"><ol><li class="ui-log" id="log-1">${log}</li></ol><p>End</p></main>`;

describe('ownBytesOf', () => {
  it('counts the markup around what participants wrote, and not what they wrote', () => {
    const bare = Buffer.byteLength(page('', ''));
    expect(ownBytesOf(page('', ''))).toBe(bare);
    expect(ownBytesOf(page('清湖号', '<div class="ui-md"><div>A <b>log</b><br></div></div>'))).toBe(bare);
  });

  it('counts all of a page without such texts', () => {
    const html = '<p class="ui-person-like">A</p><p class="ui-text">B</p>';
    expect(ownBytesOf(html)).toBe(html.length);
  });
});
