import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { upload } from './call.ts';

const send = endpoint({
  method: 'POST',
  path: '/api/archivos',
  access: 'staff',
  summary: 'x',
  files: { archivo: { maxCount: 1, maxSize: 1000, types: ['image/png'] } },
  answer: z.object({ success: z.string() }),
});

/** A fake XMLHttpRequest that the test answers. */
class Request extends EventTarget {
  static last: Request;
  readonly headers = new Map<string, string>();
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  body: unknown;

  constructor() {
    super();
    Request.last = this;
  }
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.end('abort');
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }));
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.end('load');
  }
  end(how: string): void {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}

const form = () => {
  const body = new FormData();
  body.set('archivo', new File(['x'], 'cedula.png', { type: 'image/png' }));
  return body;
};

beforeEach(() => {
  document.head.innerHTML = '<meta name="csrf-token" content="first">';
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => vi.unstubAllGlobals());

describe('upload', () => {
  it('sends the form unchanged, reports progress, and returns the answer', async () => {
    const shares: number[] = [];
    const body = form();
    const answer = upload(send, { body }, { onProgress: (share) => shares.push(share) });
    Request.last.progress(25, 100);
    Request.last.progress(100, 100);
    Request.last.answer(200, { success: 'Listo.' });
    expect(await answer).toEqual({ success: 'Listo.' });
    expect(shares).toEqual([0.25, 1]);
    expect(Request.last.body).toBe(body);
    expect(Request.last.headers.get('X-CSRF-TOKEN')).toBe('first');
    // The browser adds the multipart boundary itself.
    expect(Request.last.headers.has('Content-Type')).toBe(false);
  });

  it('repeats once with a new token', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: { token: 'second' } })));
    const answer = upload(send, { body: form() }, { onProgress: () => undefined });
    const first = Request.last;
    first.answer(403, { message: 'Vieja', code: 'CSRF', request_id: 'r' });
    await vi.waitFor(() => expect(Request.last).not.toBe(first));
    expect(Request.last.headers.get('X-CSRF-TOKEN')).toBe('second');
    Request.last.answer(200, { success: 'Listo.' });
    expect(await answer).toEqual({ success: 'Listo.' });
  });

  it('stops when aborted, and raises a refusal when the connection breaks', async () => {
    const cancel = new AbortController();
    const cancelled = upload(send, { body: form() }, { onProgress: () => undefined, signal: cancel.signal });
    cancel.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    const broken = upload(send, { body: form() }, { onProgress: () => undefined, hold: false });
    Request.last.end('error');
    await expect(broken).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
  });
});
