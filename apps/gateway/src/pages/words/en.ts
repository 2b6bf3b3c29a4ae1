import { consoleWords } from './console-en';
import { referenceWords } from './reference-en';
import { aboutCallsIn, soldIn } from '../../products';
import { usageWords } from './usage-en';
import { usageKeyWords } from './usage-key-en';

/** The words of all pages in English. `zh-cn.ts` has the same keys, which the compiler and `words.spec.ts` check. */
export const en = {
  shell: {
    skip: 'Skip to the content',
    navigation: 'Main',
    menu: 'Menu',
    settings: 'Colors',
    languages: 'Language',
    about: `The Shipyard gateway: ${soldIn('en')} behind one base URL.`,
    start: 'Gateway',
    docs: 'Docs',
    prices: 'Prices',
    status: 'Status',
    systemColors: 'System colors',
    lightColors: 'Light',
    darkColors: 'Dark',
    errorTitle: (title: string) => `Error: ${title}`,
  },
  requestId: 'If you report this, quote the request ID',
  errors: {
    unknown: {
      title: 'There is no such page',
      lead: 'Check the URL for typing errors, or look for it in the documentation.',
      action: 'Open the documentation',
    },
    unavailable: {
      title: 'We cannot reach our storage',
      lead: 'Try again in a minute.',
      action: 'Try again',
    },
    broken: {
      title: 'Something broke on our side',
      lead: 'Try again in a minute.',
      action: 'Try again',
    },
  },
  home: {
    title: `One base URL for ${soldIn('en')}`,
    lead: 'Keep OpenAI’s client, and change its base URL. You pay for what you use, in CNY.',
    facts: {
      baseUrl: 'Base URL',
      key: 'Key',
      models: 'Models',
      noModels: 'None at the moment',
      prices: 'Prices',
      pricesOf: 'In CNY, for each model',
    },
    firstCall: {
      title: 'Make the first call',
      key: 'Ask the operator of this gateway for a key, and keep it in the variable GATEWAY_KEY.',
      terminal: 'Call the gateway from a terminal:',
      client: 'Or call it from a program. Install OpenAI’s client, and give it the base URL:',
      quickStart: 'Read the quick start',
    },
    calls: {
      title: 'Calls',
      models: 'Lists the models and their prices. Needs no key.',
      ofProducts: aboutCallsIn('en'),
      balance: 'Returns your balance and what a key may still spend.',
      reference: 'All calls, with each field and error',
    },
    machines: {
      title: 'For programs and AI assistants',
      index: 'An index of the documentation as text',
      all: 'The whole documentation as one text',
      openApi: 'Each call as OpenAPI 3.1',
      status: 'Whether the gateway can work now',
    },
  },
  console: consoleWords,
  usage: usageWords,
  usageKey: usageKeyWords,
  reference: referenceWords,
  docs: {
    title: 'Documentation',
    lead: 'How to call the gateway, what it answers, and what that costs.',
    pages: 'Pages of the documentation',
    asMarkdown: 'This page as Markdown',
    /** Says that a text has another language than the page around it. Null if it has the same. */
    otherLanguage: null as string | null,
  },
};

export type Words = typeof en;
