import { createContext, use, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OpenUpload, PaperSlot } from '#contract/sales/purchase/pages.ts';
import type { PaperField } from '#contract/sales/purchase/rules.ts';
import { isUnderWay, keyOf, type Slot, type Upload } from '#web/customer/lib/upload.ts';
import type { UploadQueue } from '#web/customer/lib/uploads.ts';

interface Given {
  saleId: number;
  papers: readonly PaperSlot[];
  uploads: readonly OpenUpload[];
  say: (text: string, tone?: 'positive' | 'negative') => void;
}

/** The papers of a sale with what is on its way to them. */
export interface Papers {
  slots: readonly PaperSlot[];
  uploads: ReadonlyMap<string, Upload>;
  /** Null until its code has come. */
  queue: UploadQueue | null;
  /** Takes a file for its place; false when there is no line, which is said. */
  choose: (slot: Slot, file: File) => Promise<boolean>;
  /** Waits until nothing is on its way; answers how each ended. */
  settled: () => Promise<Upload[]>;
  remove: (slot: Slot) => Promise<void>;
  /** In its place, or on its way there. */
  has: (field: PaperField, position?: number) => boolean;
}

export const PapersContext = createContext<Papers | null>(null);
export function usePapersHere(): Papers {
  const papers = use(PapersContext);
  if (!papers) throw new Error('a paper stands inside a page that holds papers');
  return papers;
}

/** Holds the papers of a page: what the server has, and what this browser is sending. */
export function usePapers({ saleId, papers, uploads: open, say }: Given): Papers {
  const [slots, setSlots] = useState(papers);
  const [queue, setQueue] = useState<UploadQueue | null>(null);
  const coming = useRef<Promise<UploadQueue>>(undefined);
  const snapshot = queue?.snapshot ?? nothing;
  const uploads = useSyncExternalStore(queue?.subscribe ?? never, snapshot, nothing);

  /** Its code comes after the page stands: nobody chooses a file in the first second. */
  const withQueue = useCallback((): Promise<UploadQueue> => {
    // With what prepares a file: chosen without a line, it waits for the line and for nothing else.
    coming.current ??= import('#web/customer/lib/uploads.ts').then(
      ({ UploadQueue: Queue }) => {
        const made = new Queue(saleId);
        setQueue(made);
        return made;
      },
      (fault: unknown) => {
        coming.current = undefined;
        throw fault;
      },
    );
    return coming.current;
  }, [saleId]);
  useEffect(() =>
    queue?.onAttached((upload) => {
      setSlots((before) => withFile(before, upload));
      if (upload.text) say(upload.text);
    }),
  );
  useEffect(() => {
    withQueue().then(
      (made) => made.restore(open),
      () => undefined, // without a line now; asked for again when a file is chosen
    );
  }, [withQueue, open]);
  const busy = [...uploads.values()].some(isUnderWay);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);

  const slotOf = (slot: Slot) => slots.find((one) => keyOf(one) === keyOf(slot));
  return {
    slots,
    uploads,
    queue,
    choose: (slot, file) =>
      withQueue().then(
        (made) => {
          made.add(slot, file);
          return true;
        },
        () => {
          say('No hay conexión. Elige el archivo de nuevo cuando vuelva.', 'negative');
          return false;
        },
      ),
    async settled() {
      const made = await coming.current?.catch(() => undefined);
      await made?.settled();
      return [...(made?.snapshot().values() ?? [])];
    },
    async remove(slot) {
      const { emptied: gone, refusal } = await (await withQueue()).remove(slot);
      if (refusal) say(refusal, 'negative');
      if (gone) setSlots((before) => before.map((one) => (keyOf(one) === keyOf(slot) ? emptied(one) : one)));
    },
    has: (field, position = 0) =>
      Boolean(slotOf({ field, position })?.file) || uploads.has(keyOf({ field, position })),
  };
}

const never = () => () => undefined;
const NOTHING: ReadonlyMap<string, Upload> = new Map();
const nothing = () => NOTHING;

const emptied = (slot: PaperSlot): PaperSlot => ({
  ...slot,
  file: null,
  state: 'pendiente',
  stateLabel: 'Pendiente',
});

function withFile(slots: readonly PaperSlot[], upload: Upload): readonly PaperSlot[] {
  const { field, position, name, total, text } = upload;
  const filled = {
    state: 'cargado',
    stateLabel: 'Cargado',
    reason: null,
    renewBefore: null,
    file: { name, size: total, mime: '', url: null },
  } as const;
  if (slots.some((slot) => keyOf(slot) === keyOf(upload)))
    return slots.map((slot) => (keyOf(slot) === keyOf(upload) ? { ...slot, ...filled } : slot));
  const fresh = {
    field,
    position,
    label: '',
    required: false,
    open: true,
    expiresOn: null,
    attachedText: text ?? '',
  };
  return [...slots, { ...fresh, ...filled }];
}
