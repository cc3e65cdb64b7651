/**
 * Decodes a picture, rotated by its EXIF orientation. HEIC: by the browser if it can, else by the converter, loaded
 * on demand.
 */
export async function decodePicture(blob: Blob, heic: boolean): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch (fault) {
    if (!heic) throw fault;
    const { decodeHeic } = await import('./heic.ts');
    return createImageBitmap(await decodeHeic(await blob.arrayBuffer()));
  }
}
