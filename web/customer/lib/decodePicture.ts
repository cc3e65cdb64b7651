/** A picture upright, as its EXIF orientation says. HEIC by the browser where it can, else by the converter, loaded now. */
export async function decodePicture(blob: Blob, heic: boolean): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch (fault) {
    if (!heic) throw fault;
    const { decodeHeic } = await import('./heic.ts');
    return createImageBitmap(await decodeHeic(await blob.arrayBuffer()));
  }
}
