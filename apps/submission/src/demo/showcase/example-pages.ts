import { MarkdownDocument } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { Locale } from '../../accounts';

interface ExamplePage {
  id: 'imprint' | 'contact';
  lang: Locale;
  title: string;
  lines: readonly string[];
}

/** Nobody is behind the demo. Its pages show what an operator would write there, and say that they are an example. */
const EXAMPLE_PAGES: readonly ExamplePage[] = [
  {
    id: 'imprint',
    lang: 'en',
    title: 'Imprint',
    lines: [
      '> [!WARNING]',
      '> This is an example, and the names in it are invented. You see the demo of the software. If this is a real site, its operator has not written this page yet.',
      '',
      'Example Workshop Association (invented)',
      '1 Example Street, 00000 Exampletown',
      '',
      'Responsible: Erin Example, chair',
      '',
      'Email: office@example.com · Telephone: 000 000 0000',
    ],
  },
  {
    id: 'imprint',
    lang: 'zh-CN',
    title: '网站信息',
    lines: [
      '> [!WARNING]',
      '> 这是示例，里面的名称都是虚构的。你看到的是软件的演示。如果这是一个真实的网站，说明运营者还没有写这一页。',
      '',
      '示例工坊协会（虚构）',
      '示例市示例路 1 号，邮编 000000',
      '',
      '负责人：示例女士，会长',
      '',
      '邮箱：office@example.com · 电话：000 000 0000',
    ],
  },
  {
    id: 'contact',
    lang: 'en',
    title: 'Contact',
    lines: [
      '> [!WARNING]',
      '> This is an example, and nobody reads these addresses. You see the demo of the software. If this is a real site, its operator has not written this page yet.',
      '',
      '- Questions: hello@example.com. A person answers within two working days.',
      '- Children, parents and guardians: Erin Example (invented), children@example.com',
      '- Your data: privacy@example.com',
      '',
      'Some things work without us: **Report this project** on the page of a project, and your data and your account under [Settings](/studio/settings).',
    ],
  },
  {
    id: 'contact',
    lang: 'zh-CN',
    title: '联系我们',
    lines: [
      '> [!WARNING]',
      '> 这是示例，没有人会收到写给这些邮箱的信。你看到的是软件的演示。如果这是一个真实的网站，说明运营者还没有写这一页。',
      '',
      '- 一般问题：hello@example.com，两个工作日内有人回复。',
      '- 孩子、家长和监护人：示例女士（虚构），children@example.com',
      '- 你的数据：privacy@example.com',
      '',
      '有些事不用找我们：在项目页上点 **举报这个项目**；在[设置](/studio/settings)里可以下载数据、删除账号。',
    ],
  },
];

/** Where somebody has written a page, nothing is added. Null: the demo has no admin any more. */
export async function writeExamplePages(manager: EntityManager, adminId: string | null): Promise<void> {
  if (adminId === null) return;
  for (const { id, lang, title, lines } of EXAMPLE_PAGES) {
    const markdown = lines.join('\n');
    await manager.query(
      `INSERT INTO site_page_revisions (page_id, lang, title, markdown, html, actor_id)
       SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM site_page_revisions WHERE page_id = $1 AND lang = $2)`,
      [id, lang, title, markdown, new MarkdownDocument(markdown).render(() => null), adminId],
    );
  }
}
