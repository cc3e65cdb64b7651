import type { FormCase } from '#web/office/ui/formCase.ts';
import { ExtensionDrawer } from './delivery/ExtensionDrawer.tsx';
import { NoticeDrawer } from './delivery/NoticeDrawer.tsx';

/** This feature group's forms, for the test that types, submits, gets a refusal and recovers. */
export const deliveryForms: FormCase[] = [
  {
    name: 'NoticeDrawer',
    form: (onClose) => <NoticeDrawer saleId={7} draft="" onClose={onClose} />,
    types: { Aviso: 'Hola, Ana: tu casa no estará lista el día prometido. La fecha sigue valiendo.' },
    submit: 'Enviar aviso',
    sends: { texto: 'Hola, Ana: tu casa no estará lista el día prometido. La fecha sigue valiendo.' },
    refused: ['texto', 'Aviso'],
  },
  {
    name: 'ExtensionDrawer',
    form: (onClose) => <ExtensionDrawer saleId={7} proposed="2027-03-15" onClose={onClose} />,
    types: { Motivo: 'Las lluvias de octubre' },
    submit: 'Crear borrador',
    sends: { entrega: '2027-03-15', motivo: 'Las lluvias de octubre' },
    refused: ['motivo', 'Motivo'],
  },
];
