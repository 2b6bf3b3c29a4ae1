import type { ServerResponse } from 'node:http';
import { CANARY } from './canary';
import type { FakePicture } from './fake-image-behaviour';
import { drawFakePicture, type FakePictureSize } from './fake-pictures';

const FOLDER = `/${CANARY}/pictures/`;
const ENDLESS_PIECE = Buffer.alloc(1024 * 1024);

interface HostedPicture {
  picture: FakePicture;
  size: FakePictureSize;
  requests: number;
}

export class FakePictureHosts {
  requests = 0;
  private origin = '';
  private trap = '';
  private readonly hosted: HostedPicture[] = [];

  open(origin: string, trap: string): void {
    this.origin = origin;
    this.trap = trap;
  }

  put(picture: FakePicture, { width, height }: FakePictureSize): string {
    const number = this.hosted.push({ picture, size: { width, height }, requests: 0 }) - 1;
    if (picture.host === 'private') return `${this.trap}${FOLDER}${number}.png`;
    if (picture.host === 'file') return `file:///${CANARY}/${number}.png`;
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
    const { picture, size, requests } = hosted;
    const isFirst = requests === 1;
    const redirect = (location: string) => void response.writeHead(302, { location }).end();
    switch (picture.host) {
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
    const bytes = await drawFakePicture(picture.bytes ?? 'png', size, number);
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length });
    if (picture.host !== 'cut_once' || !isFirst) return void response.end(bytes);
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
