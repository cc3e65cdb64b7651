import { answerOrder, reportOrder } from '#contract/care/ticketOrders/endpoints.ts';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { call, upload } from '#web/office/lib/call.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { DoneForm } from './ticketOrders/DoneForm.tsx';
import { EditOrderDrawer } from './ticketOrders/EditOrderDrawer.tsx';
import { OfferOrderDrawer } from './ticketOrders/OfferOrderDrawer.tsx';
import { RefuseForm } from './ticketOrders/RefuseForm.tsx';
import { VisitDrawer } from './ticketOrders/VisitDrawer.tsx';

const params = { id: 7 };
const order = row<Props<typeof EditOrderDrawer>['order']>({ what: 'Cambiar la llave', due_on: '2099-01-31' });
const OPTIONS = {
  '/order-options': {
    contractors: [{ id: 7, name: 'El Roble', why: 'construyó plomería (C-1)' }],
    suggested_id: null,
    due_on: '2099-01-31',
  },
};

/** The forms of work orders and of visits to a house. */
export const workOrderForms: FormCase[] = [
  {
    name: 'OfferOrderDrawer',
    form: (onClose) => (
      <OfferOrderDrawer ticket={{ id: 7, title: 'Gotea', description: '' }} onClose={onClose} />
    ),
    types: {
      Contratista: 'El Roble, construyó plomería (C-1)',
      'Qué hay que hacer': 'Cambiar la llave',
      'Hasta cuándo': '28-02-2099',
    },
    submit: 'Ofrecer orden',
    sends: { contratista_id: 7, trabajo: 'Cambiar la llave', vence: '2099-02-28' },
    refused: ['trabajo', 'Qué hay que hacer'],
    reads: OPTIONS,
  },
  {
    name: 'EditOrderDrawer',
    form: (onClose) => <EditOrderDrawer order={order} onClose={onClose} />,
    types: { 'Qué hay que hacer': 'Cambiar toda la tubería' },
    submit: 'Guardar orden',
    sends: { trabajo: 'Cambiar toda la tubería', vence: '2099-01-31', version: 3 },
    refused: ['trabajo', 'Qué hay que hacer'],
    fresh: { ...order, version: 4 },
  },
  {
    name: 'RefuseForm',
    form: (onClose) => (
      <RefuseForm
        send={(motivo, as) => call(answerOrder, { params, body: { acepta: false, motivo } }, as)}
        success="Listo"
        onDone={onClose}
      />
    ),
    types: { 'Por qué no la aceptas': 'No hay cuadrilla' },
    submit: 'Rechazar la orden',
    sends: { acepta: false, motivo: 'No hay cuadrilla' },
    refused: ['motivo', 'Por qué no la aceptas'],
  },
  {
    name: 'DoneForm',
    form: (onClose) => (
      <DoneForm
        send={(typed, photos, as) => upload(reportOrder, { params, body: formOf(typed, photos) }, as)}
        success="Listo"
        onDone={onClose}
      />
    ),
    types: { 'Qué se hizo': 'Se cambió' },
    file: ['Fotografías', 'image/jpeg'],
    submit: 'Reportar hecha',
    sends: { nota: 'Se cambió' },
    refused: ['nota', 'Qué se hizo'],
  },
  {
    name: 'VisitDrawer',
    form: (onClose) => <VisitDrawer ticket={{ id: 7, projectId: 7, assigneeId: 7 }} onClose={onClose} />,
    types: { Día: '28-02-2099', Hora: '10:00', Comentario: 'Llevar el nivel' },
    submit: 'Agendar visita',
    sends: { agente_id: 7, fecha: '2099-02-28', hora_inicio: '10:00', comentario: 'Llevar el nivel' },
    refused: ['hora_inicio', 'Hora'],
    reads: { free: [] },
  },
];
