/** Longest edge of a photograph that is sent, in pixels: enough to see a crack, little enough for a bar of signal. */
const EDGE = 1600;
const QUALITY = 0.82;

/** A photograph redrawn upright within EDGE, as JPEG, with the time at which it was taken. What this device cannot redraw is sent as it is. */
export async function shrinkPhoto(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, EDGE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return blob
      ? new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', {
          type: blob.type,
          lastModified: file.lastModified,
        })
      : file;
  } catch {
    return file;
  }
}
