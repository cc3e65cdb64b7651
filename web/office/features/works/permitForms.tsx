import { PERMIT } from '#contract/works/permits/rules.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { EditVersionDrawer, NewVersionDrawer, SheetDrawer } from './blueprints/VersionDrawers.tsx';
import { DependenciesDrawer } from './permits/DependenciesDrawer.tsx';
import { EditPermitDrawer } from './permits/EditPermitDrawer.tsx';
import { ExtendPermitDrawer } from './permits/ExtendPermitDrawer.tsx';
import { NewPermitDrawer } from './permits/NewPermitDrawer.tsx';
import { PermitStepDrawer } from './permits/PermitStepDrawer.tsx';
import { StartPermitsDrawer } from './permits/StartPermitsDrawer.tsx';

const permit = row<Props<typeof EditPermitDrawer>['permit']>({
  estado: { id: PERMIT.approved, name: 'Aprobado' },
  entidad: 'DOYC',
  costo: null,
  previsto: null,
  nota: '',
  numero: 'PC-1',
  ingreso: '2026-01-01',
  aprobacion: '2026-01-02',
  vence: null,
  may_correct: true,
  depende_de: [7],
  candidatos: [{ id: 7, name: 'Estudio de suelo', de: 'Proyecto', estado: { id: 4, name: 'Aprobado' } }],
});
const entered = { ...permit, estado: { id: PERMIT.entered, name: 'Ingresado' } };
const version = row<Props<typeof EditVersionDrawer>['version']>({ nota: 'Primera versión' });
/** The types of permits that the forms offer. */
const reads = {
  '/tramites/list': [
    { id: 7, name: 'Permiso de construcción', entidad: 'DOYC', nivel: 1, obra: true, entrega: false },
  ],
  '/entidades/list': ['DOYC'],
  '/permission/planos': [{ id: 7, modelo: 'Casa uno' }],
};

/** The forms of permits and plans. */
export const permitForms: FormCase[] = [
  {
    name: 'NewPermitDrawer',
    form: (onClose) => <NewPermitDrawer of="7-proyecto-7" projectId={7} onClose={onClose} />,
    types: { Entidad: 'MIVIOT', Costo: '50.00', 'Aprobación prevista': '02-01-2027' },
    submit: 'Agregar permiso',
    sends: { proyecto_id: 7, tipo_id: 7, entidad: 'MIVIOT', costo: 50_00, previsto: '2027-01-02' },
    refused: ['entidad', 'Entidad'],
    reads,
  },
  {
    name: 'StartPermitsDrawer',
    form: (onClose) => <StartPermitsDrawer projectId={7} onClose={onClose} />,
    types: { Para: 'Proyecto', 'Aprobación prevista': '02-01-2027' },
    submit: 'Empezar permisos',
    sends: { proyecto_id: 7, tipo_ids: [7], previsto: '2027-01-02' },
    refused: ['previsto', 'Aprobación prevista'],
    reads,
  },
  {
    name: 'EditPermitDrawer',
    form: (onClose) => <EditPermitDrawer permit={permit} onClose={onClose} />,
    types: { Entidad: 'MUPA', Vence: '02-01-2028' },
    submit: 'Guardar permiso',
    sends: { entidad: 'MUPA', vence: '2028-01-02', numero: 'PC-1', version: 3 },
    refused: ['vence', 'Vence'],
    fresh: { ...permit, version: 4 },
  },
  {
    name: 'PermitStepDrawer',
    form: (onClose) => <PermitStepDrawer permit={entered} to={PERMIT.approved} onClose={onClose} />,
    types: { 'Número del permiso': 'PO-7', 'Aprobado el': '02-01-2026', Vence: '02-01-2027' },
    submit: 'Aprobar',
    sends: {
      params: {
        estado_id: PERMIT.approved,
        numero: 'PO-7',
        fecha: '2026-01-02',
        vence: '2027-01-02',
        version: 3,
      },
    },
    refused: ['params[vence]', 'Vence'],
  },
  {
    name: 'ExtendPermitDrawer',
    form: (onClose) => <ExtendPermitDrawer permit={permit} onClose={onClose} />,
    types: { 'Vence ahora el': '02-01-2028', 'Resolución o nota': 'Nota 118' },
    submit: 'Anotar prórroga',
    sends: { vence: '2028-01-02', motivo: 'Nota 118', numero: 'PC-1', version: 3 },
    refused: ['vence', 'Vence ahora el'],
  },
  {
    name: 'DependenciesDrawer',
    form: (onClose) => <DependenciesDrawer permit={permit} onClose={onClose} />,
    types: {},
    submit: 'Guardar dependencias',
    sends: { depende_de: [7], version: 3 },
    refused: ['depende_de', 'Espera por'],
  },
  {
    name: 'NewVersionDrawer',
    form: (onClose) => <NewVersionDrawer plan={{ id: 7, vigente: null }} onClose={onClose} />,
    types: { 'Qué cambia': 'Ventanas más altas' },
    submit: 'Crear borrador',
    sends: { nota: 'Ventanas más altas', copiar: false },
    refused: ['nota', 'Qué cambia'],
  },
  {
    name: 'EditVersionDrawer',
    form: (onClose) => <EditVersionDrawer version={version} onClose={onClose} />,
    types: { 'Qué cambia': 'Ventanas más altas' },
    submit: 'Guardar versión',
    sends: { nota: 'Ventanas más altas', version: 3 },
    refused: ['nota', 'Qué cambia'],
  },
  {
    name: 'SheetDrawer',
    form: (onClose) => <SheetDrawer versionId={7} onClose={onClose} />,
    types: { Disciplina: 'Casa uno' },
    file: ['Lámina', 'application/pdf'],
    submit: 'Agregar lámina',
    sends: { disciplina_id: '7' },
    refused: ['disciplina_id', 'Disciplina'],
  },
];
