import type { Diary, DiaryEntry } from '#contract/works/diary/model.ts';
import { row, type FormCase } from '#web/office/ui/formCase.ts';
import { CorrectEntryDrawer, NewEntryDrawer } from './diary/EntryDrawers.tsx';

const diary = row<Diary>({
  fecha: '2026-11-24',
  proyecto: { id: 7, name: 'Valle' },
  tipo: { id: 7, name: 'Casa uno' },
  sellada_a: null,
});
const entry = row<DiaryEntry>({
  seccion: 'personal',
  texto: 'Albañiles',
  cantidad: 4,
  motivo: null,
  horas: null,
  contrato_id: null,
});

/** The forms of the site diary. */
export const diaryForms: FormCase[] = [
  {
    name: 'NewEntryDrawer',
    form: (onClose) => <NewEntryDrawer diary={diary} onClose={onClose} />,
    types: { 'Qué se hizo y dónde': 'Vaciado de losa' },
    file: ['Fotografías', 'image/jpeg'],
    submit: 'Guardar anotación',
    sends: { proyecto_id: '7', fecha: '2026-11-24', seccion: 'trabajo', texto: 'Vaciado de losa' },
    refused: ['texto', 'Qué se hizo y dónde'],
    reads: { '/api/diarios/campo': { ahora: '2026-11-24T15:00:00.000Z', diarios: [] } },
  },
  {
    name: 'CorrectEntryDrawer',
    form: (onClose) => <CorrectEntryDrawer entry={entry} onClose={onClose} />,
    types: { 'Cuántas personas': '6' },
    submit: 'Guardar corrección',
    sends: { texto: 'Albañiles', cantidad: 6, version: 3 },
    refused: ['cantidad', 'Cuántas personas'],
  },
];
