import type { SchedulableContract } from '#contract/works/schedule/model.ts';
import { row, type FormCase } from '#web/office/ui/formCase.ts';
import { MoveDrawer } from './schedule/MoveDrawer.tsx';
import { StampDrawer } from './schedule/StampDrawer.tsx';
import { StopDrawer } from './schedule/StopDrawer.tsx';

const ignore = () => undefined;
const contract = row<SchedulableContract>({
  name: 'Viviendas',
  reference: 'C-1',
  starts_on: '2026-11-23',
  schedule: { id: 7, version: 3, starts_on: '2026-11-23', pace: 5, crews: [] },
});

/** The forms of the schedule. */
export const scheduleForms: FormCase[] = [
  {
    name: 'MoveDrawer',
    form: (onClose) => (
      <MoveDrawer
        scheduleId={7}
        houseId={7}
        activityId={7}
        name="Casa uno · Repello"
        from="2026-11-23"
        to="2026-11-24"
        onClose={onClose}
        onMoved={ignore}
      />
    ),
    types: { Motivo: 'Falta el bloque' },
    submit: 'Mover',
    sends: { desde: '2026-11-23', inicio: '2026-11-24', actividad_id: 7, motivo: 'Falta el bloque' },
    refused: ['inicio', 'Empieza el'],
  },
  {
    name: 'StampDrawer',
    form: (onClose) => <StampDrawer contract={contract} onClose={onClose} />,
    types: { 'Una casa cada cuántos días hábiles': '4', 'Por qué se programa de nuevo': 'Otra cuadrilla' },
    submit: 'Programar de nuevo',
    sends: { inicio: '2026-11-23', ritmo: 4, motivo: 'Otra cuadrilla', version: 3 },
    refused: ['inicio', 'Empieza la primera casa'],
    reads: {
      preview: { houses: 1, tasks: 3, finish: '2026-12-01', crews: [], outside: [], why_not: null },
    },
  },
  {
    name: 'StopDrawer',
    form: (onClose) => (
      <StopDrawer
        project={{ id: 7, name: 'Valle' }}
        contracts={[contract]}
        houses={[{ id: 7, name: 'Casa uno' }]}
        today="2026-11-23"
        onClose={onClose}
      />
    ),
    types: { 'Qué pasó': 'Paro de la obra', Motivo: 'Huelga' },
    submit: 'Anotar',
    sends: { proyecto_id: 7, razon: 'paro', desde: '2026-11-23', hasta: '2026-11-23', motivo: 'Huelga' },
    refused: ['hasta', 'Hasta, incluido'],
  },
];
