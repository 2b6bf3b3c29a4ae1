import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { Drawing, DrawingPart, Picture } from './showcase-project';

export interface DrawnPicture {
  content: Buffer;
  width: number;
  height: number;
}

interface Pixels {
  data: Buffer;
  info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

/** Draws each drawing once, because that takes the longest, and cuts the parts from its pixels. */
export class DrawingRoom {
  private readonly drawn = new Map<Drawing, Promise<Pixels>>();

  async draw({ drawing, part }: Picture): Promise<DrawnPicture> {
    const { data, info } = await cut(await this.pixelsOf(drawing), part)
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  }

  private pixelsOf(drawing: Drawing): Promise<Pixels> {
    const drawn =
      this.drawn.get(drawing) ??
      sharp(Buffer.from(drawing.svg)).resize(drawing.width).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    this.drawn.set(drawing, drawn);
    return drawn;
  }
}

function cut({ data, info: { width, height, channels } }: Pixels, part: DrawingPart | undefined): Sharp {
  const image = sharp(data, { raw: { width, height, channels } });
  if (!part) return image;
  return image.extract({
    left: Math.round(part.left * width),
    top: Math.round(part.top * height),
    width: Math.round(part.width * width),
    height: Math.round(part.height * height),
  });
}
