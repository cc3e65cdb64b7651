import { countIn } from './inFlight.ts';
import { networkRefusal, refusalOf } from './refusal.ts';

/** Starts a browser download with this file name. */
export function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Fetches a file and starts its download. Raises Refusal, like call(). */
export async function download(url: string): Promise<void> {
  const out = countIn();
  try {
    const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
      throw networkRefusal();
    });
    if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined));
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    const object = URL.createObjectURL(await response.blob());
    save(object, name ?? 'lista');
    setTimeout(() => URL.revokeObjectURL(object), 60_000);
  } finally {
    out();
  }
}
