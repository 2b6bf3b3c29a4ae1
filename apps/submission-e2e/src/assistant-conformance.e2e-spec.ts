import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sharedStack } from '@shipyard/testing';
import { register } from './newcomer';

const SUITE = require.resolve('@modelcontextprotocol/conformance/dist/index.js');
/** What the suite asks of its own example server, such as a tool that answers with audio. */
const OF_THE_EXAMPLE = path.join(__dirname, 'assistant-conformance.yaml');

/** The suite sends no token, so this adds one. */
async function withToken(site: string, token: string): Promise<Server> {
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const sent = sendRequest(new URL(request.url ?? '/', site), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

describe('the official conformance suite of the Model Context Protocol', () => {
  const stack = sharedStack();

  it('finds nothing but what it asks of its own example server', async () => {
    const { token } = await register(stack.credentials.submission_url);
    const proxy = await withToken(stack.submissionUrl, token);
    const { port } = proxy.address() as AddressInfo;
    const args = [SUITE, 'server', '--url', `http://127.0.0.1:${port}/mcp`, '--expected-failures', OF_THE_EXAMPLE];
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
      execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
      ),
    );
    proxy.close();
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    expect(output).toMatch(/\b\d{1,4} passed/);
  });
});
