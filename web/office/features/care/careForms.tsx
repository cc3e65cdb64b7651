import type { FormCase } from '#web/office/ui/formCase.ts';
import { QuickDrawer } from './inbox/QuickDrawer.tsx';

/** This room's forms, for the test that types, submits, gets a refusal and recovers. */
export const careForms: FormCase[] = [
  {
    name: 'QuickDrawer',
    form: (onClose) => <QuickDrawer answer={null} onClose={onClose} />,
    types: { Atajo: 'horario', Respuesta: 'Abrimos a las 8.' },
    submit: 'Agregar',
    sends: { shortcut: 'horario', text: 'Abrimos a las 8.', role_id: null },
    refused: ['shortcut', 'Atajo'],
  },
];
