import { parseArguments } from './arguments';
import { CliFailure } from './failure';
import { en } from './words/en';

function refusal(args: string[]): { message: string; hint: string | null } {
  try {
    parseArguments(args, en);
  } catch (error) {
    if (error instanceof CliFailure) return { message: error.facts.message, hint: error.facts.hint };
  }
  throw new Error('Nothing was refused');
}

describe('arguments that are wrong', () => {
  it.each([
    { args: ['sync', '--prot'], help: 'shipyard sync --help' },
    { args: ['--json', 'log', 'new'], help: 'shipyard log new --help' },
    { args: ['init', '--port', '3'], help: 'shipyard init --help' },
    { args: ['pull', 'a', 'b', 'c'], help: 'shipyard pull --help' },
    { args: ['preview', '--port'], help: 'shipyard preview --help' },
    { args: ['statsu'], help: 'shipyard --help' },
    { args: ['log'], help: 'shipyard --help' },
    { args: ['--nothing'], help: 'shipyard --help' },
    { args: ['check', '--fields', ' , '], help: 'shipyard check --help' },
  ])('lead from $args to $help', ({ args, help }) => {
    expect(refusal(args).hint).toBe(`See: ${help}`);
  });

  it('suggest an option that the command has', () => {
    expect(refusal(['sync', '--prot']).message).not.toContain('--port');
    expect(refusal(['preview', '--prot']).message).toContain('Did you mean --port?');
    expect(refusal(['sync', '--dryrun']).message).toContain('Did you mean --dry-run?');
    expect(refusal(['--vebrose', 'sync']).message).toContain('Did you mean --verbose?');
  });
});
