import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'webp' | 'gif';

export function drawImage(
  options: { format?: Format; width?: number; height?: number; color?: string } = {},
): Promise<Buffer> {
  const { format = 'png', width = 32, height = 24, color = '#0a7d5a' } = options;
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();
}

/** Rotated (orientation 6), and with its location. */
export function drawPhonePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#884422' } })
    .withExif({
      IFD0: { Make: 'TestPhone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 28/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}
