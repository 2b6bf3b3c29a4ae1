import type { StudioFacts } from '@shipyard/ui';

export function mountEditor(_island: HTMLElement, _facts: StudioFacts): void {}
