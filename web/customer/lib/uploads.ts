import type { ErrorAnswer } from '#contract/errors.ts';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import type {
  beginUpload,
  cancelUpload,
  getUpload,
  removePaper,
  sendPiece,
} from '#contract/sales/purchase/endpoints.ts';
import type { UploadState } from '#contract/sales/purchase/model.ts';
import type { OpenUpload } from '#contract/sales/purchase/pages.ts';
import { fingerprint } from './fingerprint.ts';
import { forgetFile, keepFile, recallFile } from './keptFiles.ts';
import { isBrokenLine, lineBack, watched } from './line.ts';
import { PictureError, preparePicture, warmUp } from './pictures.ts';
import { post, type Outcome } from './post.ts';
import { isUnderWay, keyOf, type Slot, type Upload } from './upload.ts';

/** Concurrent uploads. More would only make each one slower on a phone. */
const AT_ONCE = 2;
/** Bytes per request: the most that is lost if a proxy buffers whole requests. */
const PIECE = 512 * 1024;
/** Connection failures in a row without progress, before the upload stops and asks the user. */
const PATIENCE = 6;

interface Entry {
  upload: Upload;
  chosen: File | null;
  ready: File | null;
  /** The last state from the server. */
  state: UploadState | null;
  /** Id of an earlier upload of the same slot that this one continues or replaces. */
  before: string | null;
  stop: AbortController;
  failures: number;
  code: string | null;
}

class Refusal extends Error {
  code: string;
  /** The message of the field says more than the general one. */
  constructor({
    message,
    code,
    errors,
  }: Pick<ErrorAnswer, 'message' | 'code'> & { errors?: ErrorAnswer['errors'] }) {
    super(errors?.[0]?.message ?? message);
    this.code = code;
  }
}

/**
 * The uploads of a sale: each file is prepared, announced and sent in pieces, at most two at once. After a connection
 * failure it waits and continues from the bytes that the server has; nothing is sent twice. Immutable snapshots, for
 * useSyncExternalStore.
 */
export class UploadQueue {
  #saleId: number;
  #entries = new Map<string, Entry>();
  #running = 0;
  #listeners = new Set<() => void>();
  #snapshot: ReadonlyMap<string, Upload> = new Map();
  #attached = new Set<(upload: Upload) => void>();

  constructor(saleId: number) {
    this.#saleId = saleId;
    warmUp();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  snapshot = (): ReadonlyMap<string, Upload> => this.#snapshot;

  /** Subscribes to files that the server has attached to their slots. */
  onAttached = (tell: (upload: Upload) => void): (() => void) => {
    this.#attached.add(tell);
    return () => void this.#attached.delete(tell);
  };

  /** Adds a chosen file. Cancels the previous upload of the slot. */
  add(slot: Slot, file: File): void {
    const former = this.#entries.get(keyOf(slot));
    former?.stop.abort();
    if (former?.upload.preview) URL.revokeObjectURL(former.upload.preview);
    this.#put(
      slot,
      { name: file.name, total: file.size },
      { chosen: file, before: former?.state?.id ?? null },
    );
    this.#pump();
  }

  /** Continues uploads of an earlier visit if this browser still has the files. */
  async restore(open: readonly OpenUpload[]): Promise<void> {
    for (const { id, field, position, name, size, received } of open) {
      if (this.#entries.has(keyOf({ field, position }))) continue;
      const ready = await recallFile(id);
      const state: UploadState = {
        id,
        campo: field,
        posicion: position,
        nombre: name,
        tamano: size,
        recibido: received,
        completo: false,
        adjunto: null,
      };
      const phase = ready ? 'waiting' : 'interrupted';
      this.#put({ field, position }, { name, total: size, sent: received, phase }, { ready, state });
    }
    this.#pump();
  }

  pause(slot: Slot): void {
    const entry = this.#entries.get(keyOf(slot));
    if (!entry || !isUnderWay(entry.upload)) return;
    entry.stop.abort();
    this.#show(entry, { phase: 'paused' });
  }

  /** Continues after a pause or a failure. */
  resume(slot: Slot): void {
    const entry = this.#entries.get(keyOf(slot));
    if (!entry || isUnderWay(entry.upload) || !(entry.chosen ?? entry.ready)) return;
    Object.assign(entry, { stop: new AbortController(), failures: 0, code: null });
    this.#show(entry, { phase: 'waiting', text: null });
    this.#pump();
  }

  /** Retries the uploads that were refused with this code, because its cause is resolved. */
  resumeRefused(code: string): void {
    for (const entry of this.#entries.values()) if (entry.code === code) this.resume(entry.upload);
  }

  /** Cancels the upload in progress, or else removes the attached file. `refusal`: the server's message. */
  async remove(slot: Slot): Promise<{ emptied: boolean; refusal: string | null }> {
    const entry = this.#entries.get(keyOf(slot));
    entry?.stop.abort();
    const whole = !entry || entry.upload.phase === 'done';
    if (whole) {
      const url = `/clientes/precontrato/${this.#saleId}/archivos/${slot.field}/${slot.position}` as const;
      const outcome = await post<typeof removePaper>(url, null, { method: 'DELETE' });
      if (!outcome.ok && outcome.status !== 404) return { emptied: false, refusal: outcome.error.message };
    } else if (entry.state) void discard(entry.state.id);
    if (entry?.upload.preview) URL.revokeObjectURL(entry.upload.preview);
    this.#entries.delete(keyOf(slot));
    this.#tell();
    return { emptied: whole, refusal: null };
  }

  /** Resolves when no upload is in progress, successful or not. */
  settled(): Promise<void> {
    return new Promise((done) => {
      const look = () => {
        if ([...this.#snapshot.values()].some(isUnderWay)) return;
        off();
        done();
      };
      const off = this.subscribe(look);
      look();
    });
  }

  #put(
    slot: Slot,
    shown: Pick<Upload, 'name' | 'total'> & Partial<Upload>,
    held: Partial<Pick<Entry, 'chosen' | 'ready' | 'state' | 'before'>>,
  ): void {
    const upload: Upload = {
      field: slot.field,
      position: slot.position,
      phase: 'waiting',
      sent: 0,
      preview: previewOf(held.ready ?? null),
      text: null,
      doubt: null,
      ...shown,
    };
    this.#entries.set(keyOf(slot), {
      upload,
      chosen: null,
      ready: null,
      state: null,
      before: null,
      stop: new AbortController(),
      failures: 0,
      code: null,
      ...held,
    });
    this.#tell();
  }

  #pump(): void {
    for (const entry of this.#entries.values()) {
      if (this.#running >= AT_ONCE) return;
      if (entry.upload.phase !== 'waiting') continue;
      this.#running++;
      void this.#work(entry, entry.stop.signal).finally(() => {
        this.#running--;
        this.#pump();
      });
    }
  }

  async #work(entry: Entry, signal: AbortSignal): Promise<void> {
    try {
      const file = await this.#prepare(entry, signal);
      if (signal.aborted) return;
      this.#show(entry, { phase: 'sending' });
      let state = entry.state ? await this.#ask(entry, file, signal) : await this.#begin(entry, file, signal);
      while (!state.completo) state = await this.#piece(entry, file, state, signal);
      void forgetFile(state.id);
      this.#show(entry, { phase: 'done', sent: file.size, text: state.adjunto?.mensaje ?? null });
      for (const tell of this.#attached) tell(entry.upload);
    } catch (fault) {
      if (signal.aborted) return; // paused, replaced or removed: the caller has updated the state
      entry.code = fault instanceof Refusal ? fault.code : null;
      this.#show(entry, {
        phase: 'failed',
        text: fault instanceof Refusal ? fault.message : 'El archivo no se pudo enviar. Toca «Reintentar».',
      });
    }
  }

  /** The prepared file. The result is cached, so that retries do not prepare it again. */
  async #prepare(entry: Entry, signal: AbortSignal): Promise<File> {
    if (entry.ready) return entry.ready;
    this.#show(entry, { phase: 'preparing' });
    const { file, doubt } = await preparePicture(entry.chosen!).catch((fault: unknown) => {
      throw fault instanceof PictureError
        ? new Refusal({ message: fault.message, code: 'UNREADABLE' })
        : fault;
    });
    if (file.size === 0) throw new Refusal({ message: 'El archivo está vacío. Elige otro.', code: 'EMPTY' });
    if (file.size > PAPER_FILE.maxSize)
      throw new Refusal({ message: 'El archivo pasa de 10 MB. Elige uno más pequeño.', code: 'TOO_LARGE' });
    entry.ready = file;
    if (!signal.aborted) this.#show(entry, { total: file.size, preview: previewOf(file), doubt });
    return file;
  }

  async #begin(entry: Entry, file: File, signal: AbortSignal): Promise<UploadState> {
    const { field: campo, position: posicion } = entry.upload;
    const sha256 = await fingerprint(file);
    const body = { campo, posicion, nombre: file.name, tamano: file.size, ...(sha256 && { sha256 }) };
    const url = `/clientes/precontrato/${this.#saleId}/archivos` as const;
    const state = await this.#insist(entry, signal, () => post<typeof beginUpload>(url, body, { signal }));
    if (entry.before && entry.before !== state.data.id) void discard(entry.before);
    entry.before = null;
    if (!state.data.completo) void keepFile(state.data.id, file);
    return this.#heard(entry, state.data);
  }

  async #piece(entry: Entry, file: File, state: UploadState, signal: AbortSignal): Promise<UploadState> {
    const from = state.recibido;
    const bytes = file.slice(from, from + PIECE);
    const outcome = await watched(signal, (line, moved) =>
      post<typeof sendPiece>(`/clientes/archivos/${state.id}?desde=${from}`, bytes, {
        method: 'PATCH',
        signal: line,
        onProgress: (part) => {
          moved();
          this.#show(entry, { sent: from + Math.round(part * bytes.size) });
        },
      }),
    );
    if (outcome.ok) return this.#heard(entry, outcome.answer.data);
    if (isBrokenLine(outcome)) await this.#wait(entry, outcome, signal);
    // NOT_FOUND: a page that has been closed since may have finished the upload.
    else if (!['OFFSET', 'NOT_FOUND'].includes(outcome.error.code)) throw new Refusal(outcome.error);
    return this.#ask(entry, file, signal);
  }

  /** Asks the server for the received bytes. An unknown upload starts again. */
  async #ask(entry: Entry, file: File, signal: AbortSignal): Promise<UploadState> {
    const { id } = entry.state!;
    try {
      const answer = await this.#insist(entry, signal, () =>
        post<typeof getUpload>(`/clientes/archivos/${id}`, null, { method: 'GET', signal }),
      );
      return this.#heard(entry, answer.data);
    } catch (fault) {
      if (!(fault instanceof Refusal && fault.code === 'NOT_FOUND')) throw fault;
      entry.state = null;
      return this.#begin(entry, file, signal);
    }
  }

  #heard(entry: Entry, state: UploadState): UploadState {
    if (state.recibido > (entry.state?.recibido ?? -1)) entry.failures = 0;
    entry.state = state;
    this.#show(entry, { phase: 'sending', sent: state.recibido });
    return state;
  }

  /** Retries while the only problem is the connection. */
  async #insist<A>(entry: Entry, signal: AbortSignal, ask: () => Promise<Outcome<A>>): Promise<A> {
    for (;;) {
      const outcome = await ask();
      if (outcome.ok) return outcome.answer;
      if (!isBrokenLine(outcome)) throw new Refusal(outcome.error);
      await this.#wait(entry, outcome, signal);
    }
  }

  async #wait(entry: Entry, outcome: Extract<Outcome<unknown>, { ok: false }>, signal: AbortSignal) {
    if (++entry.failures > PATIENCE) throw new Refusal(outcome.error);
    this.#show(entry, { phase: 'offline' });
    await lineBack(entry.failures, outcome.error.retry_after, signal);
  }

  #show(entry: Entry, change: Partial<Upload>): void {
    const { phase } = entry.upload;
    // Ignore late results of an aborted request.
    if (phase === 'paused' && change.phase !== 'waiting') return;
    entry.upload = { ...entry.upload, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#snapshot = new Map([...this.#entries].map(([key, { upload }]) => [key, upload]));
    for (const listener of this.#listeners) listener();
  }
}

const previewOf = (file: File | null) =>
  file?.type.startsWith('image/') && typeof URL.createObjectURL === 'function'
    ? URL.createObjectURL(file)
    : null;

async function discard(uploadId: string): Promise<void> {
  void forgetFile(uploadId);
  await post<typeof cancelUpload>(`/clientes/archivos/${uploadId}`, null, { method: 'DELETE' });
}
