import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The files of a ZIP by name. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const zip = await fromBufferPromise(bytes);
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, Uint8Array.from(await buffer(await zip.openReadStreamPromise(entry))));
  return found;
}
