import type { ServerResponse } from 'node:http';
import { CANARY } from './canary';
import type { FakeImage } from './fake-image-behavior';
import { drawFakeImage, type FakeImageSize } from './fake-images';

const FOLDER = `/${CANARY}/pictures/`;
const ENDLESS_PIECE = Buffer.alloc(1024 * 1024);

interface HostedImage {
  image: FakeImage;
  size: FakeImageSize;
  requests: number;
}

export class FakeImageHosts {
  requests = 0;
  private origin = '';
  private trap = '';
  private readonly hosted: HostedImage[] = [];

  open(origin: string, trap: string): void {
    this.origin = origin;
    this.trap = trap;
  }

  put(image: FakeImage, { width, height }: FakeImageSize): string {
    const number = this.hosted.push({ image, size: { width, height }, requests: 0 }) - 1;
    if (image.host === 'private') return `${this.trap}${FOLDER}${number}.png`;
    if (image.host === 'file') return `file:///${CANARY}/${number}.png`;
    return `${this.origin}${FOLDER}${number}.png?Expires=86400&Signature=${CANARY}`;
  }

  isTheirs(url: string): boolean {
    return url.startsWith(FOLDER);
  }

  async serve(url: string, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const number = Number.parseInt(url.slice(FOLDER.length), 10);
    const hosted = this.hosted[number];
    response.setHeader('server', CANARY);
    if (!hosted) return void response.writeHead(404).end();
    hosted.requests += 1;
    const { image, size, requests } = hosted;
    const isFirst = requests === 1;
    const redirect = (location: string) => void response.writeHead(302, { location }).end();
    switch (image.host) {
      case 'redirect':
        if (isFirst) return redirect(`${FOLDER}${number}.png?again`);
        break;
      case 'redirect_loop':
        return redirect(`${FOLDER}${number}.png`);
      case 'redirect_private':
        return redirect(`${this.trap}${FOLDER}${number}.png`);
      case 'endless':
        return writeWithoutEnd(response);
      case 'busy':
        return void response.writeHead(503).end();
      case 'busy_once':
        if (isFirst) return void response.writeHead(503).end();
        break;
      case 'gone':
        return void response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end(`<Error><Code>AccessDenied</Code><HostId>${CANARY}</HostId></Error>`);
      case 'stall':
        return;
    }
    const bytes = await drawFakeImage(image.bytes ?? 'png', size, number);
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length });
    if (image.host !== 'cut_once' || !isFirst) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }
}

function writeWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' });
  const write = () => {
    while (!response.destroyed && response.write(ENDLESS_PIECE));
  };
  response.on('drain', write);
  write();
}
