import { imageBytes, NOW, projectOf } from './__fixtures__/project-files';
import { renderPreview } from './render-preview';

const LOG =
  '---\ntitle: <One>\ndate: 2026-05-04\n---\n\nIt works. ![Pole](../images/b.png) <script>alert(1)</script>\n';

describe('renderPreview', () => {
  it('shows README and logs with the images of the folder, by the rules of the service', () => {
    const files = projectOf({
      'README.md':
        '---\ntags: [x]\n---\n# Title\n\n![Head](images/a.png) ![none](none.png)\n\n```js\nlet a = 1;\n```\n',
      'logs/0001-one.md': LOG,
      'images/a.png': imageBytes('a', 30, 20),
      'images/b.png': imageBytes('b'),
    });
    const { html, images } = renderPreview(files, NOW);
    expect([...images.values()]).toEqual([
      { path: 'images/b.png', contentType: 'image/png' },
      { path: 'images/a.png', contentType: 'image/png' },
    ]);
    for (const url of images.keys()) expect(html).toContain(`src="${url}"`);
    expect(html).toContain('<h2 id="user-content-title">Title</h2>');
    expect(html).toContain('width="30"');
    expect(html).toContain('hljs-keyword');
    expect(html).toContain('&lt;One&gt;');
    expect(html).toContain('.ui-md');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('none.png');
  });

  it('shows what is wrong with a log in its place, and a folder without anything', () => {
    const { html } = renderPreview(projectOf({ 'logs/0002-two.md': 'no title' }), NOW, 'zh-CN');
    expect(html).toContain('The log needs front matter');
    expect(html).toContain('还没有 README');
    expect(renderPreview(new Map(), NOW).html).toContain('No logs yet.');
  });

  it('shows a text that cannot be rendered as such', () => {
    const deep = `---\ntitle: x\n---\n${'> '.repeat(2_000)}`;
    const { html } = renderPreview(projectOf({ 'README.md': '> '.repeat(2_000), 'logs/0001-x.md': deep }), NOW);
    expect(html).toContain('nested too deeply');
  });
});
