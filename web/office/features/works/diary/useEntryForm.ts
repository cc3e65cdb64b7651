import { missingOf } from '#contract/works/diary/model.ts';
import { useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';
import { EntryFields } from './typed.ts';

const EMPTY = { seccion: 'trabajo', contrato_id: null } as const;

interface EntryFormOptions {
  initial?: Partial<EntryFields>;
  photos?: readonly File[];
  send: (fields: EntryFields, photos: readonly File[], as: SendAs) => Promise<unknown>;
  success?: string;
  onDone: () => void;
}

/** The form of one entry with its photographs, whoever sends it. */
export function useEntryForm({ initial = {}, photos: first = [], send, success, onDone }: EntryFormOptions) {
  const [photos, setPhotos] = useDrafted<File[]>('fotos', () => [...first]);
  const form = useRecordForm<typeof EntryFields, unknown>({
    schema: EntryFields,
    initial: { ...EMPTY, ...initial },
    check: (typed) =>
      Object.fromEntries(
        missingOf({
          seccion: typed.seccion ?? 'trabajo',
          cantidad: Number(typed.cantidad) || undefined,
          motivo: typed.motivo ? String(typed.motivo) : undefined,
          horas: Number(typed.horas) || undefined,
        }).map(({ field, message }) => [field, message]),
      ),
    send: (body, as) => send(EntryFields.parse(body), photos, as),
    success,
    onDone,
  });
  return { form, photos, setPhotos };
}
