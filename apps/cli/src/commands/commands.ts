import type { CommandDescription } from '../command';

export const COMMANDS: readonly CommandDescription[] = [
  { name: 'login', arguments: [], options: ['token-stdin'], load: () => import('./login') },
  { name: 'logout', arguments: [], options: [], load: () => import('./logout') },
  { name: 'whoami', arguments: [], options: [], load: () => import('./whoami') },
  {
    name: 'init',
    arguments: [],
    options: ['program', 'slug', 'name', 'existing'],
    load: () => import('./init'),
  },
  { name: 'check', arguments: [], options: [], load: () => import('./check') },
  { name: 'log new', arguments: ['TITLE'], options: [], load: () => import('./log-new') },
  { name: 'log list', arguments: [], options: [], load: () => import('./log-list') },
  { name: 'log renumber', arguments: ['FROM', 'TO'], options: [], load: () => import('./log-renumber') },
  { name: 'sync', arguments: [], options: ['dry-run', 'watch'], load: () => import('./sync') },
  { name: 'status', arguments: [], options: ['watch'], load: () => import('./status') },
  { name: 'review', arguments: [], options: ['watch'], load: () => import('./review') },
  { name: 'review request', arguments: [], options: [], load: () => import('./review-request') },
  { name: 'interview', arguments: [], options: [], load: () => import('./interview') },
  { name: 'ship', arguments: [], options: [], load: () => import('./ship') },
  { name: 'pull', arguments: ['SLUG', '[DIR]'], options: [], load: () => import('./pull') },
  { name: 'preview', arguments: [], options: ['port'], load: () => import('./preview') },
  { name: 'open', arguments: [], options: [], load: () => import('./open') },
  { name: 'docs', arguments: ['[DOC]'], options: [], load: () => import('./docs') },
  { name: 'completion', arguments: ['SHELL'], options: [], load: () => import('./completion') },
  { name: 'doctor', arguments: [], options: [], load: () => import('./doctor') },
];
