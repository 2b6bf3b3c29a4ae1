import type { ExampleFacts } from '@shipyard/http';

/** What the examples of both documents say. */
export const EXAMPLE_VALUES: ExampleFacts['values'] = {
  model: 'sandbox-chat',
  name: 'Web shop',
  prompt: 'A lighthouse at night',
  query: 'rain sensor',
  content: 'How do I measure rain?',
  role: 'user',
  email: 'ada@example.org',
  password: 'five pots and one hose',
  amount_cny: '12.50',
  reason: 'Bank transfer 4711',
  currency: 'CNY',
  secret: 'gwk_…',
  url: 'https://shop.example.org/hooks',
  csrf_token: 'c3JmLXRva2Vu',
  last4: 'x7Qz',
  code: '123456',
  price_cny: '0.002',
  unit_price_cny: '0.002',
  cny_rate: '7.1',
  unit_type: 'input_1k_tokens',
  supplier_id: 'openai-main',
  upstream_model: 'gpt-4.1',
  input_modalities: ['text'],
  output_modalities: ['text'],
  plan_id: 'q1rY3xkD0pV8sZ5nT7wB2mE4uH6jL9aC0fG1iK3oQ5s',
  time_zone: 'Asia/Shanghai',
  page_url: 'https://shop.example.org/',
  balance_cny: '100.00',
  held_cny: '0.50',
  available_cny: '99.50',
};

/** A message may have no text if it has something else, so its text is optional. */
export const EXAMPLE_REQUESTS: ExampleFacts['requests'] = {
  'chat.answer': { model: 'sandbox-chat', messages: [{ role: 'user', content: 'How do I measure rain?' }] },
};
