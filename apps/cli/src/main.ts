import { version } from '../package.json';

// Nothing else is loaded for this answer, so that scripts can ask for it often.
if (process.argv.includes('--version')) {
  process.stdout.write(process.argv.includes('--json') ? `${JSON.stringify({ version })}\n` : `${version}\n`);
} else {
  void import('./run').then(({ run }) => run(process.argv.slice(2)));
}
