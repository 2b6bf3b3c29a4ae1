/** An image with its smaller copies. */
export interface ImageSource {
  url: string;
  width: number;
  height: number;
  variants: readonly { url: string; width: number; format: 'avif' | 'webp' }[];
}

export interface ResponsiveImageProps {
  image: ImageSource;
  alt: string;
  /** The width that the image takes, as in the `sizes` of an image. */
  sizes: string;
  /** Whether visitors see it before they scroll. */
  isFirst?: boolean;
  className?: string;
}

const FORMATS = ['avif', 'webp'] as const;

export function ResponsiveImage({ image, alt, sizes, isFirst = false, className }: ResponsiveImageProps) {
  const { url, width, height, variants } = image;
  return (
    <picture>
      {FORMATS.map((format) => {
        const copies = variants.filter((variant) => variant.format === format);
        if (copies.length === 0) return null;
        const srcSet = copies.map((copy) => `${copy.url} ${copy.width}w`).join(', ');
        return <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />;
      })}
      <img
        className={className}
        src={url}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}
