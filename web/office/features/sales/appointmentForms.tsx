import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { Note } from './appointments/AppointmentDrawer.tsx';
import { NewExceptionForm } from './appointments/ExceptionList.tsx';
import { MoveForm } from './appointments/MoveForm.tsx';
import { NewAppointmentDrawer } from './appointments/NewAppointmentDrawer.tsx';
import { WeekForm } from './appointments/WeekForm.tsx';

const model = { id: 7, name: 'Casa uno' };
const project = { id: 7, name: 'Valle' };
const appointment = row<Props<typeof MoveForm>['one']>({
  project,
  agent: model,
  starts_at: '2099-01-05T15:00:00Z',
  note: '',
  transitions: [{}],
});
const week = {
  project,
  version: 3,
  editable: true,
  hours: [{ weekday: 1, from: '09:00', to: '17:00' }],
};
const agent = row<Props<typeof NewExceptionForm>['time']>({ agent: model, weeks: [week], exceptions: [] });

/** The forms of appointments. */
export const appointmentForms: FormCase[] = [
  {
    name: 'NewAppointmentDrawer',
    form: (onClose) => <NewAppointmentDrawer search={{}} onClose={onClose} />,
    types: {
      Proyecto: 'Casa uno',
      Día: '05-01-2099',
      Hora: '10:00',
      Nombre: 'Eva Díaz',
      Celular: '6123-4567',
    },
    submit: 'Agendar cita',
    sends: { proyecto_id: 7, fecha: '2099-01-05', hora_inicio: '10:00', nombre: 'Eva Díaz' },
    refused: ['hora_inicio', 'Hora'],
    reads: { free: [], '/agents': [] },
  },
  {
    name: 'MoveForm',
    form: (onDone) => <MoveForm one={appointment} onDone={onDone} />,
    types: { Hora: '11:00', Motivo: 'Lo pidió' },
    submit: 'Mover cita',
    sends: { params: { fecha: '2099-01-05', hora_inicio: '11:00', agente_id: 7, motivo: 'Lo pidió' } },
    refused: ['params[hora_inicio]', 'Hora'],
    reads: { free: [], '/agents': [] },
    fresh: appointment,
  },
  {
    name: 'Note of an appointment',
    form: () => <Note one={appointment} />,
    types: { 'Nota de la cita': 'Viene con su mamá' },
    submit: 'Guardar nota',
    sends: { comentario: 'Viene con su mamá', version: 3 },
    refused: ['comentario', 'Nota de la cita'],
    fresh: appointment,
    stays: true,
  },
  {
    name: 'NewExceptionForm',
    form: () => <NewExceptionForm time={agent} />,
    types: { Día: '05-01-2099', Motivo: 'Médico' },
    submit: 'Agregar',
    sends: { kind: 'libre', day: '2099-01-05', from: null, to: null, reason: 'Médico' },
    refused: ['reason', 'Motivo'],
    stays: true,
  },
  {
    name: 'WeekForm',
    form: () => <WeekForm agentId={7} week={week} editable />,
    types: { 'Desde, Lunes': '08:00' },
    submit: 'Guardar horario',
    sends: { hours: [{ weekday: 1, from: '08:00', to: '17:00' }], version: 3 },
    refused: ['hours[0][from]', 'Desde, Lunes'],
    fresh: { ...agent, weeks: [{ ...week, version: 4 }] },
    stays: true,
  },
];
