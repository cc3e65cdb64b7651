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

/** The documents of a sale and their uploads. */
export interface Papers {
  slots: readonly PaperSlot[];
  uploads: ReadonlyMap<string, Upload>;
  /** Null until its code is loaded. */
  queue: UploadQueue | null;
  /** Adds a file to a slot. Returns false and shows a message if there is no connection. */
  choose: (slot: Slot, file: File) => Promise<boolean>;
  /** Resolves when no upload is in progress; returns the result of each. */
  settled: () => Promise<Upload[]>;
  remove: (slot: Slot) => Promise<void>;
  /** True if the document is attached or uploading. */
  has: (field: PaperField, position?: number) => boolean;
}

export const PapersContext = createContext<Papers | null>(null);
export function usePapersHere(): Papers {
  const papers = use(PapersContext);
  if (!papers) throw new Error('a paper stands inside a page that holds papers');
  return papers;
}

/** The documents of a page: those on the server, and the uploads of this browser. */
export function usePapers({ saleId, papers, uploads: open, say }: Given): Papers {
  const [slots, setSlots] = useState(papers);
  const [queue, setQueue] = useState<UploadQueue | null>(null);
  const coming = useRef<Promise<UploadQueue>>(undefined);
  const snapshot = queue?.snapshot ?? nothing;
  const uploads = useSyncExternalStore(queue?.subscribe ?? never, snapshot, nothing);

  /** Loads the queue's code after the page, because nobody chooses a file in the first second. */
  const withQueue = useCallback((): Promise<UploadQueue> => {
    // Includes the code that prepares files, so that a file chosen offline only waits for the connection.
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
      () => undefined, // no connection now; loaded again when the user chooses a file
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
