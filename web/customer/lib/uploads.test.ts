import { beforeEach, expect, test, vi } from 'vitest';
import type { UploadState } from '#contract/sales/purchase/model.ts';
import type { Outcome, PostOptions, Sendable } from './post.ts';
import { keyOf, type Slot, type Upload } from './upload.ts';
import { UploadQueue } from './uploads.ts';

const sent = vi.hoisted(() =>
  vi.fn<(url: string, body: unknown, options: PostOptions) => Promise<unknown>>(),
);
vi.mock('./post.ts', () => ({ post: sent }));
vi.mock('./fingerprint.ts', () => ({ fingerprint: async (file: File) => `sha of ${file.name}` }));
// No waiting for the connection in tests.
vi.mock('./line.ts', async (load) => ({
  ...(await load<typeof import('./line.ts')>()),
  lineBack: async () => undefined,
}));

const FRONT: Slot = { field: 'archivo_cedula', position: 0 };
const BACK: Slot = { field: 'archivo_cedula_reverso', position: 0 };
const PROOF: Slot = { field: 'archivo_comprobante', position: 0 };
const MB = 1024 * 1024;
const pdf = (name: string, size = MB) => new File([new Uint8Array(size)], name, { type: 'application/pdf' });

/** A fake server that stores the bytes that arrive before a connection breaks. */
class Server {
  states = new Map<string, UploadState>();
  /** The received byte ranges by upload, in order. */
  arrived: [id: string, from: number, to: number][] = [];
  /** For each piece in turn: the number of bytes after which its connection breaks. */
  cuts: number[] = [];
  refuse: { code: string; message: string; errors?: { field: string; message: string }[] } | null = null;
  /** Pieces wait for this promise, so that a test can look at the state during an upload. */
  gate: Promise<void> = Promise.resolve();
  asked = 0;
  atOnce = 0;
  most = 0;

  answer = async (url: string, body: Sendable, { method = 'POST', signal }: PostOptions) => {
    if (method === 'POST') return this.#begin(body as Record<string, string | number>);
    const id = /archivos\/([^?]+)/.exec(url)![1]!;
    if (method === 'GET') {
      this.asked++;
      return this.#told(id);
    }
    if (method === 'DELETE') {
      this.states.delete(id);
      return ok({ success: '' });
    }
    return this.#take(id, Number(url.split('desde=')[1]), (body as Blob).size, signal);
  };

  #begin({ campo, posicion, nombre, tamano }: Record<string, string | number>) {
    if (this.refuse) return no(409, this.refuse);
    const id = `upload-${String(campo)}`;
    const fresh = { id, campo, posicion, nombre, tamano, recibido: 0, completo: false, adjunto: null };
    const state = this.states.get(id) ?? (fresh as UploadState);
    this.states.set(id, state);
    return ok({ data: state });
  }
  async #take(id: string, from: number, size: number, signal?: AbortSignal) {
    this.most = Math.max(this.most, ++this.atOnce);
    await this.gate;
    this.atOnce--;
    if (signal?.aborted) throw new DOMException('given up', 'AbortError');
    const state = this.states.get(id)!;
    if (from !== state.recibido) return no(409, { code: 'OFFSET', message: 'Sigue desde otro punto.' });
    const through = this.cuts.shift() ?? size;
    this.arrived.push([id, from, from + through]);
    const recibido = from + through;
    const completo = recibido === state.tamano;
    const adjunto = completo ? { documento_id: 1, mensaje: 'Cédula adjuntada correctamente.' } : null;
    this.states.set(id, { ...state, recibido, completo, adjunto });
    return through < size ? no(0, { code: 'NETWORK', message: 'Se perdió la conexión.' }) : this.#told(id);
  }
  #told(id: string) {
    const state = this.states.get(id);
    return state ? ok({ data: state }) : no(404, { code: 'NOT_FOUND', message: 'No está.' });
  }
}

const ok = <A>(answer: A): Outcome<A> => ({ ok: true, status: 200, answer });
const no = (status: number, error: { code: string; message: string }): Outcome<never> => ({
  ok: false,
  status,
  error: { ...error, request_id: 'r' },
});

let server: Server;
let queue: UploadQueue;
const shown = (slot: Slot): Upload => queue.snapshot().get(keyOf(slot))!;
const until = (slot: Slot, phase: Upload['phase']) => vi.waitFor(() => expect(shown(slot).phase).toBe(phase));

beforeEach(() => {
  server = new Server();
  sent.mockImplementation(server.answer as typeof sent);
  queue = new UploadQueue(7);
});

test('a file is sent in pieces, and its confirmation is reported once', async () => {
  const attached = vi.fn<(upload: Upload) => void>();
  queue.onAttached(attached);
  queue.add(FRONT, pdf('cedula.pdf', 1.25 * MB));
  await queue.settled();
  expect(server.arrived.map(([, from, to]) => to - from)).toEqual([0.5 * MB, 0.5 * MB, 0.25 * MB]);
  expect(shown(FRONT)).toMatchObject({ phase: 'done', text: 'Cédula adjuntada correctamente.' });
  expect(attached).toHaveBeenCalledTimes(1);
});

test('after a broken connection it continues from the received bytes and sends no byte twice', async () => {
  server.cuts = [100_000, 50_000];
  queue.add(FRONT, pdf('cedula.pdf'));
  await queue.settled();
  expect(shown(FRONT).phase).toBe('done');
  const edges = server.arrived.flatMap(([, from, to]) => [from, to]);
  expect(edges.slice(1, -1)).toEqual(edges.slice(1, -1).toSorted((a, b) => a - b));
  expect(server.arrived.reduce((sum, [, from, to]) => sum + to - from, 0)).toBe(MB);
  expect(server.asked).toBe(2);
});

test('a permanently broken connection is reported after several retries, and the user can retry', async () => {
  server.cuts = Array.from({ length: 7 }, () => 0);
  queue.add(FRONT, pdf('cedula.pdf'));
  await until(FRONT, 'failed');
  expect(shown(FRONT).text).toBe('Se perdió la conexión.');
  queue.resume(FRONT);
  await until(FRONT, 'done');
});

test('at most two uploads run at once; the others wait', async () => {
  let open = () => {};
  server.gate = new Promise((done) => (open = done));
  for (const slot of [FRONT, BACK, PROOF]) queue.add(slot, pdf(`${slot.field}.pdf`));
  await vi.waitFor(() => expect(server.atOnce).toBe(2));
  expect(shown(PROOF).phase).toBe('waiting');
  open();
  await queue.settled();
  expect(server.most).toBe(2);
  expect([...queue.snapshot().values()].map(({ phase }) => phase)).toEqual(['done', 'done', 'done']);
});

test('a pause stops it, and a resume first asks the server for the received bytes', async () => {
  let open = () => {};
  server.gate = new Promise((done) => (open = done));
  queue.add(FRONT, pdf('cedula.pdf'));
  await vi.waitFor(() => expect(server.atOnce).toBe(1));
  queue.pause(FRONT);
  open();
  await queue.settled();
  expect(shown(FRONT).phase).toBe('paused');
  expect(server.arrived).toEqual([]);
  queue.resume(FRONT);
  await until(FRONT, 'done');
  expect(server.asked).toBe(1);
});

test('a refusal is shown with its message; after the consent the upload can resume', async () => {
  server.refuse = { code: 'CONSENT', message: 'Marca primero que aceptas el uso de tus datos.' };
  queue.add(FRONT, pdf('cedula.pdf'));
  await until(FRONT, 'failed');
  expect(shown(FRONT).text).toBe(server.refuse.message);
  server.refuse = null;
  queue.resumeRefused('CONSENT');
  await until(FRONT, 'done');
});

test('another file in the same slot replaces the first', async () => {
  let open = () => {};
  server.gate = new Promise((done) => (open = done));
  queue.add(FRONT, pdf('equivocada.pdf'));
  await vi.waitFor(() => expect(server.atOnce).toBe(1));
  queue.add(FRONT, pdf('correcta.pdf', 1000));
  server.states.clear();
  open();
  await until(FRONT, 'done');
  expect(shown(FRONT).name).toBe('correcta.pdf');
});

test('a refused file type shows the message of its field', async () => {
  const message = 'Ese tipo de archivo no se acepta. Usa PDF, JPG o PNG.';
  const errors = [{ field: 'archivo_cedula', message }];
  server.refuse = { code: 'INVALID', message: 'Por favor, verifique los siguientes campos', errors };
  queue.add(FRONT, pdf('cedula.pdf'));
  await until(FRONT, 'failed');
  expect(shown(FRONT).text).toBe(message);
});

test('an empty file and a file over 10 MB are refused in the browser', async () => {
  queue.add(FRONT, pdf('vacio.pdf', 0));
  queue.add(BACK, pdf('grande.pdf', 10 * MB + 1));
  await queue.settled();
  expect(shown(FRONT).text).toMatch(/vacío/);
  expect(shown(BACK).text).toMatch(/10 MB/);
  expect(sent).not.toHaveBeenCalled();
});

test('an upload of an earlier visit without its file waits for the user to choose the file again', async () => {
  const open = { id: 'old', ...FRONT, name: 'cedula.jpg', size: 1000, received: 400 };
  await queue.restore([open]);
  expect(shown(FRONT)).toMatchObject({ phase: 'interrupted', sent: 400, total: 1000 });
  queue.add(FRONT, pdf('cedula.pdf', 1000));
  await until(FRONT, 'done');
});
