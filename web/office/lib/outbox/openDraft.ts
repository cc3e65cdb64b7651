import { report } from '../report.ts';
import { dropDraft, draftOf, keepDraft, toKept } from './database.ts';
import type { Draft } from './draftContext.ts';

/** A draft that is open in this tab. */
export interface OpenDraft extends Draft {
  /** No spaces. */
  name: string;
  /** When the kept parts were written; null: nothing was kept. */
  at: Date | null;
  /** Runs what saves the form and, in the same transaction, drops the draft: nothing is kept meanwhile. */
  hold: <A>(save: () => Promise<A>) => Promise<A>;
  /** Forgets what was written. */
  drop: () => Promise<void>;
  /** Keeps what is not kept yet, and nothing more after that. */
  close: () => void;
}

const PAUSE_MS = 400;

/** Where a file stands in the stored parts. */
const Place = '$archivo';

const bytesOf = async ({ number, file }: { number: number; file: File }) => ({
  number,
  file: await toKept(file),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof File);

/** The parts with each file, or each file's number, replaced. */
function replaced(value: unknown, of: (value: unknown) => unknown): unknown {
  const found = of(value);
  if (found !== undefined) return found;
  if (Array.isArray(value)) return value.map((one) => replaced(one, of));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, of)]));
}

/**
 * Reads the draft of this name and keeps what is written from now on: a moment after each change, and at once when the
 * page goes out of sight, because a phone may close it while its camera is open.
 */
export async function openDraft(name: string): Promise<OpenDraft> {
  const before = await draftOf(name);
  const stored = new Map<File, number>();
  const byNumber = new Map(before?.files.map(({ number, file }) => [number, file]));
  for (const [number, file] of byNumber) stored.set(file, number);
  const kept = (replaced(before?.parts ?? {}, (value) =>
    isRecord(value) && typeof value[Place] === 'number' ? byNumber.get(value[Place]) : undefined,
  ) ?? {}) as Record<string, unknown>;

  let next = 1 + Math.max(0, ...stored.values());
  let parts = kept;
  let changed = false;
  let held = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  let unwritten = 0;

  async function write(): Promise<void> {
    if (!changed || held) return;
    changed = false;
    const there = new Set<File>();
    const fresh: { number: number; file: File }[] = [];
    const tree = replaced(parts, (value) => {
      if (!(value instanceof File)) return undefined;
      const number = stored.get(value) ?? next++;
      if (!stored.has(value)) fresh.push({ number, file: value });
      stored.set(value, number);
      there.add(value);
      return { [Place]: number };
    });
    const gone = [...stored].filter(([file]) => !there.has(file));
    for (const [file] of gone) stored.delete(file);
    try {
      // Without new files nothing is waited for: the page may be closing.
      const files = fresh.length === 0 ? [] : await Promise.all(fresh.map(bytesOf));
      if (held) changed = true;
      else if (Object.keys(parts).length === 0) await dropDraft(name);
      else await keepDraft(name, tree, { files, gone: gone.map(([, number]) => number) });
    } catch (error) {
      // The form still has it, and says so when it cannot be saved either.
      for (const { file } of fresh) stored.delete(file);
      report(error, { during: 'draft' });
    }
  }
  const flush = () => {
    clearTimeout(timer);
    // One after the other; the first one at once, because the page may be closing.
    writing = unwritten > 0 ? writing.then(write) : write();
    unwritten += 1;
    void writing.finally(() => (unwritten -= 1));
  };
  const hide = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', flush);

  return {
    name,
    kept,
    at: before?.at ?? null,
    put(part, value) {
      if (closed || (value === undefined ? !(part in parts) : parts[part] === value)) return;
      const { [part]: _, ...others } = parts;
      parts = value === undefined ? others : { ...others, [part]: value };
      changed = true;
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_MS);
    },
    async hold(save) {
      held = true;
      try {
        await writing;
        const answer = await save();
        parts = {};
        changed = false;
        stored.clear();
        return answer;
      } finally {
        held = false;
        if (changed) flush();
      }
    },
    async drop() {
      closed = true;
      held = true;
      clearTimeout(timer);
      await writing;
      await dropDraft(name);
    },
    close() {
      closed = true;
      flush();
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', flush);
    },
  };
}
