import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { type Preview, readProjectFiles } from '@shipyard/project-folder';
import { renderPreview } from '@shipyard/project-folder/preview';
import type { Command, CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { FolderChanges } from '../project/folder-changes';
import { requireProjectFolder } from '../project/project-config';
import { zhCn } from '../words/zh-cn';

const DEFAULT_PORT = 4400;
const LARGEST_PORT = 65_535;
const RELOAD = "new EventSource('/changes').onmessage = () => location.reload();\n";
/** The page has the styles of the site in itself. Its one script is ours. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self' data:; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves the page of the project to this machine alone. */
export const run: Command = async (context) => {
  const { output, words, signal } = context;
  const port = readPort(context);
  const folder = requireProjectFolder(context);
  const changes = new FolderChanges(folder, signal);
  const server = new PreviewServer(folder, words === zhCn ? 'zh-CN' : 'en');
  try {
    output.done([words.preview.running(await server.listen(port, context))]);
    output.tell(words.preview.stop);
    await changes.each(() => server.reload());
  } finally {
    changes.close();
    server.close();
  }
};

class PreviewServer {
  private readonly readers = new Set<ServerResponse>();
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private host = '';

  constructor(
    private readonly folder: string,
    private readonly language: 'en' | 'zh-CN',
  ) {}

  async listen(port: number, { words }: CommandContext): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, '127.0.0.1', resolve);
    }).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EADDRINUSE') throw error;
      throw new CliFailure({ exit: EXIT.failure, error: 'PORT_IN_USE', message: words.preview.portTaken(port) });
    });
    const address = this.server.address();
    this.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
    return `http://${this.host}/`;
  }

  reload(): void {
    for (const reader of this.readers) reader.write('data: changed\n\n');
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    // A page elsewhere could name this server by a host of its own, and read what is not published yet.
    const port = this.host.split(':')[1] ?? '';
    const isOurs = request.headers.host === this.host || request.headers.host === `localhost:${port}`;
    if (!isOurs || request.method !== 'GET') return end(response, 403, 'text/plain', 'Forbidden');
    try {
      await this.serve(request.url ?? '/', response);
    } catch (error) {
      end(response, 500, 'text/plain', error instanceof Error ? error.message : String(error));
    }
  }

  private async serve(url: string, response: ServerResponse): Promise<void> {
    if (url === '/changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      this.readers.add(response);
      response.on('close', () => this.readers.delete(response));
      return;
    }
    if (url === '/reload.js') return end(response, 200, 'text/javascript', RELOAD);
    const { html, images } = await this.render();
    const image = images.get(url);
    if (image) return end(response, 200, image.contentType, await readFile(path.join(this.folder, image.path)));
    if (url !== '/') return end(response, 404, 'text/plain', 'Not found');
    end(
      response,
      200,
      'text/html; charset=utf-8',
      html.replace('</head>', '<script src="/reload.js" defer></script></head>'),
    );
  }

  private async render(): Promise<Preview> {
    return renderPreview(await readProjectFiles(this.folder), new Date(), this.language);
  }
}

function end(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

function readPort({ options, words }: CommandContext): number {
  const { port = String(DEFAULT_PORT) } = options;
  if (/^\d{1,5}$/.test(port) && Number(port) <= LARGEST_PORT) return Number(port);
  throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.preview.badPort(port) });
}
