import type { Job } from '#contract/works/jobs/endpoints.ts';
import { reportJob, inspectJob } from '#contract/works/jobs/endpoints.ts';
import type { Checklist } from '#contract/works/jobs/model.ts';
import { upload } from '#web/office/lib/call.ts';
import { row, type FormCase } from '#web/office/ui/formCase.ts';
import { ChecklistForm } from './jobs/ChecklistsPage.tsx';
import { InspectionForm } from './jobs/InspectionForm.tsx';
import { LowerForm } from './jobs/LowerForm.tsx';
import { ProgramDrawer } from './jobs/ProgramDrawer.tsx';
import { ReportForm } from './jobs/ReportForm.tsx';
import { formOf } from './jobs/sending.ts';

const job = row<Job>({
  house: { id: 7, name: 'Casa uno' },
  contract: { id: 7, name: 'Viviendas', reference: 'C-1' },
  activity: { id: 7, name: 'Repello' },
  item: null,
  state: { id: 3, name: 'En ejecución' },
  week: '2026-W47',
  priority: { id: 7, name: 'Casa uno' },
  approved_percent: 40,
  reported_percent: 40,
  checklist: null,
  reports: [{ id: 9, percent: 60, quantity: null, note: '', by: 'Ana', outcome: null, photos: [] }],
});
const params = { id: 7 };
const photo = ['Fotografías', 'image/jpeg'] as const;

/** The forms of jobs. */
export const jobForms: FormCase[] = [
  {
    name: 'ReportForm',
    form: (onClose) => (
      <ReportForm
        job={job}
        send={(typed, photos, as) => upload(reportJob, { params, body: formOf(typed, photos) }, as)}
        success="Listo"
        onDone={onClose}
      />
    ),
    types: { Avance: '80', Nota: 'Falta una esquina' },
    file: photo,
    submit: 'Reportar avance',
    sends: { porcentaje: '80', nota: 'Falta una esquina' },
    refused: ['nota', 'Nota'],
  },
  {
    name: 'ReportForm, refused before',
    form: (onClose) => (
      <ReportForm
        job={job}
        first={{ typed: { clave: 'a', porcentaje: 70, nota: 'Ya está' }, photos: [] }}
        send={(typed, photos, as) => upload(reportJob, { params, body: formOf(typed, photos) }, as)}
        success="Listo"
        onDone={onClose}
      />
    ),
    types: { Nota: 'Falta una esquina' },
    file: photo,
    submit: 'Reportar avance',
    sends: { porcentaje: '70', nota: 'Falta una esquina' },
    refused: ['nota', 'Nota'],
  },
  {
    name: 'InspectionForm, refused before',
    form: (onClose) => (
      <InspectionForm
        job={job}
        first={{
          typed: { clave: 'a', reporte_id: 9, resultado: 'aprobado', porcentaje: 55, motivo: 'Falta' },
          photos: [],
        }}
        send={(typed, photos, as) => upload(inspectJob, { params, body: formOf(typed, photos) }, as)}
        success="Listo"
        onDone={onClose}
      />
    ),
    types: { Motivo: 'Falta un muro' },
    submit: 'Aprobar',
    sends: { resultado: 'aprobado', reporte_id: '9', porcentaje: '55', motivo: 'Falta un muro' },
    refused: ['motivo', 'Motivo'],
  },
  {
    name: 'InspectionForm',
    form: (onClose) => (
      <InspectionForm
        job={job}
        send={(typed, photos, as) => upload(inspectJob, { params, body: formOf(typed, photos) }, as)}
        success="Listo"
        onDone={onClose}
      />
    ),
    types: { 'Avance que apruebas': '50', Motivo: 'Falta un muro' },
    submit: 'Aprobar',
    sends: { resultado: 'aprobado', reporte_id: '9', porcentaje: '50', motivo: 'Falta un muro' },
    refused: ['motivo', 'Motivo'],
  },
  {
    name: 'LowerForm',
    form: (onClose) => <LowerForm job={job} onDone={onClose} />,
    types: { 'Avance que queda aprobado': '20', Motivo: 'Se cayó' },
    file: photo,
    submit: 'Bajar lo aprobado',
    sends: { porcentaje: '20', motivo: 'Se cayó' },
    refused: ['motivo', 'Motivo'],
  },
  {
    name: 'ProgramDrawer',
    form: (onClose) => <ProgramDrawer rows={[job]} onDone={(done) => done && onClose()} />,
    types: { Prioridad: 'Casa uno' },
    submit: 'Programar',
    sends: { ids: [7], prioridad_id: 7 },
    refused: ['semana', 'Semana'],
  },
  {
    name: 'ChecklistForm',
    form: (onClose) => (
      <ChecklistForm
        list={row<Checklist>({ activity: null, questions: ['¿Está limpio?'] })}
        onClose={onClose}
      />
    ),
    types: { Preguntas: '¿Está a plomo?' },
    submit: 'Guardar lista',
    sends: { preguntas: ['¿Está a plomo?'], version: 3 },
    refused: ['preguntas', 'Preguntas'],
  },
];
