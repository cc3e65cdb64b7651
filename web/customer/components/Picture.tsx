import type { Picture as PictureData } from '#contract/page.ts';
import styles from './Picture.module.css';

interface Props {
  picture: PictureData;
  /** Width on the page, as in the `sizes` attribute. */
  sizes: string;
  /** The largest picture of the first screen: loaded with high priority. */
  first?: boolean;
  /** Fills its frame and is cropped; otherwise it keeps its aspect ratio. */
  cover?: boolean;
}

/** A responsive picture. Its space is reserved before it loads. */
export function Picture({ picture, sizes, first = false, cover = false }: Props) {
  const { src, alt, width, height, variants } = picture;
  return (
    <img
      className={cover ? `${styles.picture} ${styles.cover}` : styles.picture}
      src={src}
      srcSet={variants.map((variant) => `${variant.src} ${variant.width}w`).join(', ') || undefined}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
    />
  );
}
