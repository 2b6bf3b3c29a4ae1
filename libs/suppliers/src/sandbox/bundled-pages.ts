/** None exists: their sites are reserved for examples. */
export interface BundledPage {
  title: string;
  url: string;
  snippet: string;
  siteName: string;
  ageDays: number | null;
  language: string;
  country: string;
}

/** Each topic has three pages: what it is, news, and how to begin. */
const TOPICS: [slug: string, name: string, about: string, language: string, country: string, newsAgeDays: number][] = [
  [
    'ai',
    'Artificial intelligence',
    'Machines that learn from examples, large language models, agents and what they are good for.',
    'en',
    'US',
    0,
  ],
  [
    'api-gateway',
    'API gateway',
    'One address before many services: keys, limits, routing, retries and billing.',
    'en',
    'US',
    0,
  ],
  ['astronomy', 'Astronomy', 'Stars, planets, galaxies and the telescopes that look at them.', 'en', 'US', 1],
  ['cooking', 'Cooking', 'Recipes, heat, salt, and why bread rises.', 'en', 'GB', 2],
  ['climate', 'Climate and weather', 'Forecasts, temperature, rain, storms and a warmer world.', 'en', 'GB', 3],
  ['cycling', 'Cycling', 'Bicycles, races, routes and repairs.', 'en', 'GB', 5],
  ['databases', 'Databases', 'Tables, indexes, transactions and PostgreSQL in practice.', 'en', 'US', 6],
  ['economy', 'Economy and finance', 'Markets, prices, interest, stocks and trade.', 'en', 'US', 0],
  ['football', 'Football', 'Leagues, goals, transfers and the World Cup.', 'en', 'GB', 1],
  ['gardening', 'Gardening', 'Soil, seeds, roses and tomatoes on a balcony.', 'en', 'AU', 14],
  ['health', 'Health and medicine', 'Sleep, vaccines, diets and what doctors say.', 'en', 'AU', 9],
  ['history', 'History', 'Empires, inventions and how the past is told.', 'en', 'GB', 60],
  ['javascript', 'JavaScript and TypeScript', 'Node.js, React, types, modules and their tools.', 'en', 'US', 4],
  ['music', 'Music', 'Songs, orchestras, guitars and streaming.', 'en', 'US', 20],
  ['robots', 'Robots', 'Arms, wheels, sensors and open source projects for makers.', 'en', 'US', 27],
  ['space', 'Space travel', 'Rockets, launches, the Moon and Mars.', 'en', 'US', 2],
  ['travel', 'Travel', 'Trains, cheap flights, Tokyo, Paris and visas.', 'en', 'AU', 40],
  ['shanghai', '上海', '上海的天气、地铁、美食和旅游。', 'zh', 'CN', 0],
  ['rengong-zhineng', '人工智能', '大模型、机器学习、智能体与开源项目。', 'zh', 'CN', 1],
  ['caijing', '财经新闻', '股市、汇率、政策与宏观经济。', 'zh', 'CN', 150],
];

export const BUNDLED_PAGES: BundledPage[] = TOPICS.flatMap(
  ([slug, name, about, language, country, newsAgeDays], at) => {
    const prefix = language === 'en' ? '' : `${language}.`;
    const words =
      language === 'zh'
        ? { what: '是什么', news: '最新消息', guide: '入门', own: '（沙盒结果）' }
        : { what: 'what it is', news: 'the latest news', guide: 'a guide', own: '(A result of the sandbox.)' };
    const page = (host: string, title: string, siteName: string, ageDays: number | null): BundledPage => ({
      title: `${name}: ${title}`,
      url: `https://${prefix}${host}/${slug}`,
      snippet: `${about} ${words.own}`,
      siteName,
      ageDays,
      language,
      country,
    });
    return [
      page('wiki.example.org', words.what, 'Sandbox Wiki', null),
      page('news.example.com', words.news, 'Sandbox News', newsAgeDays),
      page('docs.example.net', words.guide, 'Sandbox Docs', 8 + at * 31),
    ];
  },
);
