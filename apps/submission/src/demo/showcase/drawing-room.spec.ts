import sharp from 'sharp';
import { DrawingRoom } from './drawing-room';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h20v20H0z" fill="#f00"/><path d="M20 0h20v20H20z" fill="#00f"/></svg>';
const HALVES = { svg, width: 400 };

describe('drawing a picture', () => {
  const room = new DrawingRoom();

  it('makes a JPEG of the given width and the proportions of the drawing', async () => {
    const { content, width, height } = await room.draw({ drawing: HALVES });
    expect([width, height]).toEqual([400, 200]);
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 200 });
  });

  it('cuts a part out of it', async () => {
    const { content, width, height } = await room.draw({
      drawing: HALVES,
      part: { left: 0.5, top: 0, width: 0.5, height: 0.5 },
    });
    expect([width, height]).toEqual([200, 100]);
    const { dominant } = await sharp(content).stats();
    expect([dominant.r < 40, dominant.b > 200]).toEqual([true, true]);
  });
});
