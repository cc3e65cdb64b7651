import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longDay } from '#contract/dates.ts';
import { changeEntry, listFieldDiaries, recordEntry } from '#contract/works/diary/endpoints.ts';
import { SECTION_LABELS, type Diary, type DiaryEntry } from '#contract/works/diary/model.ts';
import { call, upload } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { formOf } from '../jobs/sending.ts';
import { EntryInputs } from './EntryInputs.tsx';
import { newIdentity, typedOf } from './typed.ts';
import { useEntryForm } from './useEntryForm.ts';

interface NewEntryDrawerProps {
  diary: Pick<Diary, 'proyecto' | 'tipo' | 'fecha' | 'sellada_a'>;
  onClose: () => void;
}

/** Writes an entry of a day from the office; into a sealed day it comes as an addendum. */
export function NewEntryDrawer({ diary, onClose }: NewEntryDrawerProps) {
  const { proyecto, tipo, fecha } = diary;
  const [identity] = useState(newIdentity);
  const { data } = useQuery(queryOf(listFieldDiaries, {}));
  const field = data?.data.diarios.find((one) => one.proyecto.id === proyecto.id && one.tipo.id === tipo.id);
  const { form, photos, setPhotos } = useEntryForm({
    send: (fields, chosen, as) => {
      const at = { proyecto_id: proyecto.id, tipo_contrato_id: tipo.id, obra: proyecto.name, fecha };
      const typed = typedOf(fields, chosen, { ...at, desfase_s: 0, place: null }, identity);
      return upload(recordEntry, { body: formOf({ ...typed, obra: null }, chosen) }, as);
    },
    success: diary.sellada_a ? 'Adenda guardada.' : 'Anotación guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={diary.sellada_a ? `Adenda del ${longDay(fecha)}` : `Anotar el ${longDay(fecha)}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={diary.sellada_a ? 'Guardar adenda' : 'Guardar anotación'}
    >
      <EntryInputs of={form} contracts={field?.contratos ?? []} photos={photos} onPhotos={setPhotos} />
    </FormDrawer>
  );
}

interface CorrectEntryDrawerProps {
  entry: DiaryEntry;
  onClose: () => void;
}

/** Corrects an entry of a day that is not sealed yet. */
export function CorrectEntryDrawer({ entry, onClose }: CorrectEntryDrawerProps) {
  const { form, setPhotos } = useEntryForm({
    initial: {
      seccion: entry.seccion,
      texto: entry.texto,
      contrato_id: entry.contrato_id,
      cantidad: entry.cantidad ?? undefined,
      motivo: entry.motivo ?? undefined,
      horas: entry.horas ?? undefined,
    },
    send: ({ texto, cantidad, motivo, horas }, _photos, as) =>
      call(
        changeEntry,
        { params: { id: entry.id }, body: { texto, cantidad, motivo, horas, version: entry.version } },
        as,
      ),
    success: 'Anotación corregida.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Corregir: ${SECTION_LABELS[entry.seccion]}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar corrección"
    >
      <EntryInputs of={form} contracts={[]} photos={null} onPhotos={setPhotos} fixed />
    </FormDrawer>
  );
}
