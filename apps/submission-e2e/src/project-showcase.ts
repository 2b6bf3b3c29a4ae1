import sharp from 'sharp';
import type { Participant } from './participant';

const DAY_SECONDS = 86_400;

/** A drawn landscape, so that screenshots show what pictures do to a page. */
export function drawScene(width: number, height: number, sky = '#9fb8b5'): Promise<Buffer> {
  const at = (share: number) => Math.round(height * share);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${sky}"/>
    <ellipse cx="${width * 0.7}" cy="${at(0.5)}" rx="${width * 0.4}" ry="${at(0.25)}" fill="#5d7d64"/>
    <rect y="${at(0.5)}" width="100%" height="${at(0.5)}" fill="#48645f"/>
    <rect x="${width * 0.42}" width="${width * 0.05}" height="100%" fill="#7a5f47"/>
    <rect x="${width * 0.38}" y="${at(0.15)}" width="${width * 0.13}" height="${at(0.3)}" rx="8" fill="#ecebe4"/>
    <circle cx="${width * 0.4}" cy="${at(0.4)}" r="${at(0.02)}" fill="#2fbf71"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

const README = `# What it does

![[head] The post in the river](pictures/river.jpg)

The ford below our village floods in about forty minutes. The bus does not know that, and neither did my uncle's van.
River node is a post with an ultrasonic gauge, a solar cell and a LoRa radio.[^1] See the [data](https://example.org/data).

> [!NOTE]
> It has been standing in the river since 6 October. It has sent two warnings. Both were right.

> [!TIP]
> Solder the header last.

> [!IMPORTANT]
> Write down each measurement.

> [!WARNING]
> Never power both rails at once.

> [!CAUTION]
> The capacitor stays charged.

## How it measures

Ultrasound is lied to by leaves, foam and ducks. I take \`nine\` readings, drop the highest and lowest two, and keep the
middle of the rest. Press <kbd>Reset</kbd> <mark>twice</mark>:

\`\`\`cpp
#include <Arduino.h>
int16_t waterLevelMm() {
  int16_t r[9];
  for (auto& x : r) { x = gauge.readMm(); delay(60); } // ducks end up at the edges, and this line is too long for a phone
  return POST_MM - (r[2] + r[3] + r[4] + r[5] + r[6]) / 5;
}
\`\`\`

| Level over bed | What happens | Times so far |
|---|---|---:|
| under 420 mm | A reading every 10 minutes | 6,902 |
| 420 to 600 mm | A reading every minute | 118 |
| over 600 mm and rising | One text to the list | 2 |

### What it cost

- [x] 212 yuan, of which the gauge is 88
- [ ] A second post

1. Dig
2. Drive the post
   - with a sledge
   - or a friend

> The river is older than the village.

<details><summary>Pinout</summary>

SDA is 21, SCL is 22.

</details>

---

[^1]: 433 MHz, with a wire of 17 cm.
`;

const README_ZH = `# 它能做什么

![[head] 河里的立柱](pictures/river.jpg)

村子下面的浅滩大约四十分钟就会被淹没。公交车不知道，我叔叔的面包车也不知道。River node 是一根带超声波水位计、太阳能板和 LoRa 电台的立柱。

> [!NOTE]
> 它从 10 月 6 日起一直站在河里。

## 怎样测量

超声波会被树叶、泡沫和鸭子骗到。我读九次，去掉最高和最低的两次。

\`\`\`python
def level(readings):
    """取中间的平均值"""
    return sum(sorted(readings)[2:-2]) / 5
\`\`\`

| 水位 | 动作 |
|---|---|
| 420 毫米以下 | 每 10 分钟读一次 |
`;

interface Shown {
  name: string;
  tagline: string;
  readme: string;
  picture: Buffer;
  /** Days before today. */
  logDays: readonly number[];
}

export const RIVER_DAYS = [71, 68, 66, 61, 60, 55, 54, 50, 46, 44, 38, 36, 34, 31, 27, 26, 8, 6, 2, 1, 0];

export async function showRiver(owner: Participant, language: 'en' | 'zh' = 'en'): Promise<string> {
  const picture = await drawScene(1600, 700);
  return showProject(owner, {
    name: language === 'en' ? 'River node' : '河流节点',
    tagline:
      language === 'en'
        ? 'A post in the river that texts the village before the ford floods.'
        : '河里的一根立柱，在浅滩被淹之前给村里发短信。',
    readme: language === 'en' ? README : README_ZH,
    picture,
    logDays: RIVER_DAYS,
  });
}

async function showProject(owner: Participant, { name, tagline, readme, picture, logDays }: Shown): Promise<string> {
  const slug = await owner.createProject(name);
  await owner.call('PATCH', `/projects/${slug}`, {
    json: { tagline, color: 'sky', demo_urls: ['https://example.org/level'], tags: ['river', 'lora'] },
  });
  await owner.putReadme(slug, readme, { 'pictures/river.jpg': picture });
  await writeLogs(owner, slug, logDays);
  const photos = await Promise.all(
    ['#9fb8b5', '#d8c39a', '#8fa3c0', '#c79a9a'].map((sky) => drawScene(1200, 800, sky)),
  );
  await owner.appendLog(slug, 'Duck, confirmed', 'The 03:40 spike was a duck asleep on the arm. Bent it.');
  await owner.appendLog(
    slug,
    'The second flood',
    'Text went out at 05:12.\n\nThe bus turned round.',
    photos.slice(0, 1),
  );
  await owner.appendLog(slug, 'Two cells', 'Side by side.', photos.slice(0, 2));
  await owner.appendLog(slug, 'Four pictures', 'More than a row.', photos);
  return slug;
}

export async function writeLogs(
  owner: Participant,
  slug: string,
  daysBefore: readonly number[],
  first = 1,
): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const { status, text } = await owner.sync({
    project_id: await owner.projectId(slug),
    new_logs: daysBefore.map((days, at) => ({
      sequence: first + at,
      title: at % 5 === 4 ? '第三次试验：电池撑了三个星期' : `Three weeks on one cell, day ${at + 1}`,
      content_md: `It ran on **one cell**. [Readings](https://example.org/${at})[^1]\n\n[^1]: From \`log ${at}\`.`,
      created_at: now - days * DAY_SECONDS,
    })),
  });
  if (status !== 200) throw new Error(`The logs were not written: ${text}`);
}
