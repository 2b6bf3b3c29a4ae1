import fc from 'fast-check';
import { recordingLength } from './recording-length';

interface Format {
  coding?: number;
  channels?: number;
  rate?: number;
  byteRate?: number;
  block?: number;
  bits?: number;
}

function wave(seconds: number, format: Format = {}): Buffer {
  const { coding = 1, channels = 1, rate = 16_000, bits = 16 } = format;
  const block = format.block ?? (channels * bits) / 8;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(coding, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(format.byteRate ?? rate * block, 28);
  header.writeUInt16LE(block, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  return Buffer.concat([header, Buffer.alloc(Math.ceil(seconds * rate * channels * (bits / 8)) - 44)]);
}

describe('the length of a recording', () => {
  it.each<[string, Format]>([
    ['16 kHz', {}],
    ['48 kHz in stereo', { rate: 48_000, channels: 2 }],
    ['A-law', { coding: 6, rate: 8_000, bits: 8 }],
    ['floats', { coding: 3, bits: 32 }],
  ])('is that of a WAV file: %s', (_, format) => {
    expect(recordingLength(wave(90, format))).toEqual({ usualSeconds: 90, mostSeconds: 90 });
  });

  it('is read behind other parts of the file', () => {
    const file = wave(10);
    const note = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
    const longer = Buffer.concat([file.subarray(0, 12), note, file.subarray(12)]);
    expect(recordingLength(longer)?.mostSeconds).toBeCloseTo(10, 1);
  });

  it('is the longest that the rates of a WAV file allow', () => {
    expect(recordingLength(wave(10, { byteRate: 4_000_000_000 }))?.mostSeconds).toBe(10);
    expect(recordingLength(wave(10, { block: 512, byteRate: 4_000_000_000 }))?.mostSeconds).toBe(10);
    expect(recordingLength(wave(10, { byteRate: 16_000 }))?.mostSeconds).toBe(20);
  });

  it('is bounded by the bytes of an MP3', () => {
    const length = { usualSeconds: 10, mostSeconds: 160 };
    for (const head of ['ID3\x04', '\xff\xfb\x90\0', '\xff\xf3\x40\0', '\xff\xe3\x18\0'])
      expect(recordingLength(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(159_996)]))).toEqual(length);
  });

  it.each<[string, Buffer]>([
    ['FLAC, which packs silence tightly', Buffer.from('fLaC\0\0\0\x22')],
    ['Ogg', Buffer.from('OggS')],
    ['compressed WAV', wave(1, { coding: 0x55 })],
    ['WAV without a rate', wave(1, { byteRate: 0 })],
    ['WAV without a format', Buffer.from('RIFF....WAVEdata')],
    ['nothing', Buffer.alloc(0)],
  ])('is unknown for %s', (_, bytes) => {
    expect(recordingLength(bytes)).toBeUndefined();
  });

  it('is undefined or a number for a damaged file, without an exception', () => {
    const file = wave(1);
    fc.assert(
      fc.property(fc.nat(60), fc.nat(255), fc.nat(file.length), (at, byte, end) => {
        const changed = Buffer.from(file.subarray(0, end));
        if (at < changed.length) changed[at] = byte;
        const { usualSeconds, mostSeconds } = recordingLength(changed) ?? { usualSeconds: 0, mostSeconds: 0 };
        expect(Number.isFinite(mostSeconds) && usualSeconds <= mostSeconds && usualSeconds >= 0).toBe(true);
      }),
    );
  });
});
