import type { KeyUsageWords } from '@shipyard/ui';
import { createRoot } from 'react-dom/client';
import { KeyUsagePage } from './key-usage-page';

export function mountKeyUsage(place: HTMLElement, words: KeyUsageWords): void {
  createRoot(place).render(<KeyUsagePage words={words} />);
}
