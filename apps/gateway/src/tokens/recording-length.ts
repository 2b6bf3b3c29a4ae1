export interface RecordingLength {
  usualSeconds: number;
  mostSeconds: number;
}

/** PCM, floats, and A-law and µ-law: a fixed number of bytes for each second. */
const PLAIN_CODINGS = new Set([1, 3, 6, 7]);
const EXTENSIBLE = 0xfffe;
const FORMAT_BYTES = 16;
const EXTENSIBLE_BYTES = 26;

/** MP3 has 8 to 320 kbit/s, and 128 where nothing is known. */
const LEAST_MP3_BYTES_PER_SECOND = 1_000;
const USUAL_MP3_BYTES_PER_SECOND = 16_000;

/** Undefined for a recording that is neither WAV of a fixed rate nor MP3. Decodes nothing. */
export function recordingLength(bytes: Buffer): RecordingLength | undefined {
  if (isText(bytes, 'RIFF') && isText(bytes, 'WAVE', 8)) return lengthOfWave(bytes);
  if (!isText(bytes, 'ID3') && !isMp3Frame(bytes)) return undefined;
  return {
    usualSeconds: bytes.length / USUAL_MP3_BYTES_PER_SECOND,
    mostSeconds: bytes.length / LEAST_MP3_BYTES_PER_SECOND,
  };
}

const isText = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** Eleven bits that are set, then a version and a layer that exist. */
const isMp3Frame = (bytes: Buffer) =>
  bytes.length >= 4 &&
  bytes.readUInt16BE(0) >= 0xffe0 &&
  (bytes.readUInt8(1) & 0x18) !== 0x08 &&
  (bytes.readUInt8(1) & 0x06) !== 0;

function lengthOfWave(bytes: Buffer): RecordingLength | undefined {
  for (let at = 12; at + 8 + FORMAT_BYTES <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    if (isText(bytes, 'fmt ', at)) return lengthByFormat(bytes, at + 8);
    at += 8 + length + (length % 2);
  }
  return undefined;
}

/** Readers of the file differ in which of the rates they believe, so the slowest counts. */
function lengthByFormat(bytes: Buffer, at: number): RecordingLength | undefined {
  const coding = bytes.readUInt16LE(at);
  const isExtensible = coding === EXTENSIBLE && at + EXTENSIBLE_BYTES <= bytes.length;
  if (!PLAIN_CODINGS.has(isExtensible ? bytes.readUInt16LE(at + EXTENSIBLE_BYTES - 2) : coding)) return undefined;
  const samplesPerSecond = bytes.readUInt32LE(at + 4);
  const sampleBytes = (bytes.readUInt16LE(at + 2) * bytes.readUInt16LE(at + 14)) / 8;
  const rate = Math.min(
    bytes.readUInt32LE(at + 8),
    samplesPerSecond * bytes.readUInt16LE(at + 12),
    samplesPerSecond * sampleBytes,
  );
  if (rate === 0) return undefined;
  const seconds = bytes.length / rate;
  return { usualSeconds: seconds, mostSeconds: seconds };
}
