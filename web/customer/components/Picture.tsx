import type { Picture as PictureData } from '#contract/page.ts';
import styles from './Picture.module.css';

interface Props {
  picture: PictureData;
  /** Width at which it stands on the page, as in the `sizes` of an image. */
  sizes: string;
  /** The largest picture of the first screen: fetched at once. */
  first?: boolean;
  /** Fills its frame and is cut to it; otherwise it keeps its own shape. */
  cover?: boolean;
}

/** A picture in the width that the screen needs; its place is kept before it arrives. */
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
