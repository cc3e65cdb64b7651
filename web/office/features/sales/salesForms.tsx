import { checkKeys } from '#contract/sales/prospects/endpoints.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { StageForm } from './board/StageForm.tsx';
import { StageTimesDrawer } from './board/StageTimesDrawer.tsx';
import { AddBuyerDrawer } from './buyers/AddBuyerDrawer.tsx';
import { LinkDrawer } from './coincidences/LinkDrawer.tsx';
import { BrokerDrawer } from './commissions/BrokersTab.tsx';
import { RuleDrawer } from './commissions/RuleDrawer.tsx';
import { NameDrawer } from './commissions/SaleCommissions.tsx';
import { AddPaperDrawer } from './documents/AddPaperDrawer.tsx';
import { AssignProspects } from './prospects/AssignProspects.tsx';
import { ContactDrawer } from './prospects/ContactDrawer.tsx';
import { ConvertDrawer } from './prospects/ConvertDrawer.tsx';
import { EditProspectDrawer } from './prospects/EditProspectDrawer.tsx';
import { NewProspectDrawer } from './prospects/NewProspectDrawer.tsx';
import { QuoteDrawer } from './quotes/QuoteDrawer.tsx';
import { CustomerActionDrawer } from './sale/CustomerActionDrawer.tsx';
import { EditSaleDrawer } from './sale/EditSaleDrawer.tsx';
import { LotDrawer } from './sale/LotDrawer.tsx';
import { NewSaleDrawer } from './sale/NewSaleDrawer.tsx';
import { AssignDrawer } from './workers/AssignDrawer.tsx';

const model = { id: 7, name: 'Casa uno' };
const project = { id: 7, name: 'Valle' };
const staff = [
  {
    ...model,
    processor: true,
    adviser: true,
    lawyer: true,
    away: false,
    away_to: null,
    open: 2,
    open_adviser: 2,
    open_lawyer: 2,
  },
];
const free = [{ ...model, lote: 'A-01', activo: 1 }];
const sale = row<Props<typeof EditSaleDrawer>['sale']>({
  project,
  lot: null,
  adviser: null,
  lawyer: null,
  processor: null,
  consents: [{ kind: 'datos' }],
  actions: { edit: { disabled: null } },
  form: {
    nombre: 'Eva Díaz',
    celular: '+50761234567',
    email: null,
    tipo_documento: 'cedula',
    cedula: '8-712-4567',
    sector_trabajo: null,
    estatus_laboral: null,
    forma_pago: 'hipoteca',
    origen: null,
    numero_camp: null,
    grupo_familiar: [],
  },
});
const prospect = row<Props<typeof EditProspectDrawer>['prospect']>({
  person: model,
  project,
  model,
  interest: null,
  origin: null,
  campaign: null,
  income_range: null,
  income_hidden: false,
  next_follow_up_on: null,
  due: false,
  consent_at: null,
});
const card = row<Props<typeof StageForm>['card']>({
  stage: 2,
  owner: null,
  usual_owner: 'Procesador',
  due_on: '2099-01-31',
  note: '',
});
const broker = row<NonNullable<Props<typeof BrokerDrawer>['broker']>>({
  name: 'Luis Vega',
  document: null,
  phone: null,
  email: null,
  active: true,
});
const buyers = row<Props<typeof AddBuyerDrawer>['buyers']>({
  add: { comprador: { disabled: null }, codeudor: { disabled: null } },
});

/**
 * The forms of this feature group. Not here: QuickAddPage keeps its form in the outbox (test/e2e/prospects.e2e.ts),
 * StageTimesDrawer is a list of small forms (board.e2e.ts), ReassignDrawer previews before it sends (board.e2e.ts),
 * BulkAssign and NextDayDrawer get an answer per row, and a merge of persons has choices, no typed fields.
 */
export const salesForms: FormCase[] = [
  {
    name: 'NewSaleDrawer',
    form: () => <NewSaleDrawer onClose={() => undefined} />,
    types: { Proyecto: 'Casa uno', Modelo: 'Casa uno', 'Nombre completo': 'Eva Díaz', Celular: '6123-4567' },
    submit: 'Crear pre-contrato',
    sends: { nombre: 'Eva Díaz', celular: '6123-4567', email: null, modelo_id: 7 },
    refused: ['celular', 'Celular'],
    stays: true,
  },
  {
    name: 'EditSaleDrawer',
    form: (onClose) => <EditSaleDrawer sale={sale} onClose={onClose} />,
    types: { 'Nombre completo': 'Eva Mora', 'Sector de trabajo': 'Público' },
    submit: 'Guardar cambios',
    sends: { nombre: 'Eva Mora', sector_trabajo: 'Público', origen: null, cedula: '8-712-4567', version: 3 },
    refused: ['nombre', 'Nombre completo'],
    fresh: { ...sale, form: { ...sale.form, numero_camp: '12' } },
  },
  {
    name: 'EditSaleDrawer, later',
    form: (onClose) => (
      <EditSaleDrawer
        sale={{ ...sale, actions: { ...sale.actions, edit: { disabled: 'Ya no.' } } }}
        onClose={onClose}
      />
    ),
    types: { 'Sector de trabajo': 'Privado', 'Estatus laboral': 'Permanente' },
    submit: 'Guardar cambios',
    sends: { sector_trabajo: 'Privado', estatus_laboral: 'Permanente', forma_pago: 'hipoteca', version: 3 },
    refused: ['sector_trabajo', 'Sector de trabajo'],
    fresh: sale,
  },
  {
    name: 'LotDrawer of a sale',
    form: (onClose) => <LotDrawer sale={sale} onClose={onClose} />,
    types: { Lote: 'A-01' },
    submit: 'Guardar lote',
    sends: { lote_id: 7, version: 3 },
    refused: ['lote_id', 'Lote'],
    reads: { lot: free },
    fresh: sale,
  },
  {
    name: 'CustomerActionDrawer',
    form: (onClose) => <CustomerActionDrawer saleId={1} name="Eva" onClose={onClose} />,
    types: { 'Qué hizo el cliente': 'Casa uno', Nota: 'Llamó' },
    submit: 'Anotar acción',
    sends: { accion_id: 7, nota: 'Llamó' },
    refused: ['nota', 'Nota'],
    reads: { '/actions': [] },
  },
  {
    name: 'AssignDrawer, processor',
    form: (onClose) => <AssignDrawer kind="processor" sale={sale} onClose={onClose} />,
    types: { Procesador: 'Casa uno · 2 abiertas', Motivo: 'Vacaciones' },
    submit: 'Pasar venta',
    sends: { procesador_id: 7, motivo: 'Vacaciones', version: 3 },
    refused: ['motivo', 'Motivo'],
    reads: { staff },
    fresh: sale,
  },
  {
    name: 'AssignDrawer, lawyer',
    form: (onClose) => <AssignDrawer kind="lawyer" sale={sale} onClose={onClose} />,
    types: { Abogado: 'Casa uno · 2 abiertas' },
    submit: 'Guardar abogado',
    sends: { abogado_id: 7, version: 3 },
    refused: ['abogado_id', 'Abogado'],
    reads: { staff },
    fresh: sale,
  },
  {
    name: 'AddBuyerDrawer',
    form: (onClose) => <AddBuyerDrawer saleId={1} buyers={buyers} onClose={onClose} />,
    types: { 'Nombre completo': 'Ana Díaz', Celular: '6123-4567' },
    submit: 'Agregar',
    sends: { rol: 'comprador', nombre: 'Ana Díaz', celular: '6123-4567', version: 3 },
    refused: ['celular', 'Celular'],
    fresh: buyers,
  },
  {
    name: 'NewProspectDrawer',
    form: (onClose) => <NewProspectDrawer onClose={onClose} />,
    types: {
      'Nombre completo': 'Ana Díaz',
      Celular: '6123-4567',
      Proyecto: 'Casa uno',
      'Qué busca': 'Patio',
    },
    submit: 'Anotar prospecto',
    sends: { nombre: 'Ana Díaz', celular: '6123-4567', proyecto_id: 7, interes: 'Patio', modelo_id: null },
    refused: ['celular', 'Celular'],
    begins: [checkKeys.path, []],
    stays: true,
  },
  {
    name: 'EditProspectDrawer',
    form: (onClose) => <EditProspectDrawer prospect={prospect} onClose={onClose} />,
    types: { 'Qué busca': 'Patio' },
    submit: 'Guardar cambios',
    sends: { proyecto_id: 7, modelo_id: 7, interes: 'Patio', version: 3 },
    refused: ['interes', 'Qué busca'],
    fresh: { ...prospect, campaign: '12' },
  },
  {
    name: 'ContactDrawer of a prospect',
    form: (onClose) => <ContactDrawer prospect={prospect} onClose={onClose} />,
    types: { 'No contestó': '', Nota: 'Dos veces' },
    submit: 'Anotar contacto',
    sends: { nota: 'Dos veces' },
    refused: ['nota', 'Nota'],
  },
  {
    name: 'ConvertDrawer',
    form: (onClose) => <ConvertDrawer prospect={prospect} onClose={onClose} />,
    types: { Lote: 'A-01' },
    submit: 'Crear pre-contrato',
    sends: { modelo_id: 7, lote_id: 7, version: 3 },
    refused: ['lote_id', 'Lote'],
    reads: { lot: free },
    fresh: prospect,
    stays: true,
  },
  {
    name: 'AssignProspects',
    form: (onClose) => <AssignProspects rows={[prospect]} onDone={onClose} />,
    types: { Asesor: 'Casa uno' },
    submit: 'Asignar',
    sends: { ids: [7], asesor_id: 7 },
    refused: ['asesor_id', 'Asesor'],
    reads: { staff },
  },
  {
    name: 'QuoteDrawer',
    form: (onClose) => <QuoteDrawer onClose={onClose} onMade={onClose} />,
    types: {
      'Nombre del cliente': 'Eva Díaz',
      Celular: '6123-4567',
      Proyecto: 'Casa uno',
      Modelo: 'Casa uno',
      'Abono (%)': '2',
      'Tasa del banco (%)': '6',
      'Plazo en meses': '360',
      Descuento: '500',
      'Por qué': 'Feria',
    },
    submit: 'Crear proforma',
    sends: {
      nombre: 'Eva Díaz',
      modelo_id: 7,
      lote_id: null,
      abono_percent: 2,
      descuento_centavos: 500_00,
      descuento_motivo: 'Feria',
      vivienda_principal: true,
    },
    refused: ['descuento_motivo', 'Por qué'],
    reads: { figures: undefined },
    stays: true,
  },
  {
    name: 'LinkDrawer',
    form: (onClose) => (
      <LinkDrawer
        pair={row<Props<typeof LinkDrawer>['pair']>({ left: { nombre: 'Eva' }, right: { nombre: 'Luis' } })}

        onClose={onClose}
      />
    ),
    types: { 'Luis es, de Eva': 'Cónyuge' },
    submit: 'Vincular',
    sends: { vinculo: 'familiar', version: 3 },
    refused: ['parentesco_id', 'Luis es, de Eva'],
    fresh: {},
  },
  {
    name: 'AddPaperDrawer',
    form: (onClose) => <AddPaperDrawer saleId={1} onClose={onClose} />,
    types: { Clase: 'Casa uno', 'Nombre del documento': 'Carta de trabajo' },
    submit: 'Agregar a la lista',
    sends: { type_id: 7, label: 'Carta de trabajo' },
    refused: ['label', 'Nombre del documento'],
  },
  {
    name: 'RuleDrawer of commissions',
    form: (onClose) => <RuleDrawer onClose={onClose} />,
    types: { 'Porcentaje del precio': '1.5' },
    submit: 'Agregar regla',
    sends: { porcentaje: 1.5, fijo_centavos: null, separacion: 30, proyecto_id: null, hasta: null },
    refused: ['desde', 'Vale desde el'],
  },
  {
    name: 'BrokerDrawer',
    form: (onClose) => <BrokerDrawer broker={broker} onClose={onClose} />,
    types: { 'Cédula o RUC': '8-712-4567' },
    submit: 'Guardar',
    sends: { nombre: 'Luis Vega', documento: '8-712-4567', version: 3 },
    refused: ['documento', 'Cédula o RUC'],
    fresh: [{ ...broker, version: 4 }],
  },
  {
    name: 'NameDrawer',
    form: (onClose) => <NameDrawer saleId={1} payee="asesor" onClose={onClose} />,
    types: { Asesor: 'Casa uno' },
    submit: 'Nombrar',
    sends: { para: 'asesor', persona_id: 7 },
    refused: ['persona_id', 'Asesor'],
    reads: { staff },
  },
  {
    name: 'StageForm',
    form: () => <StageForm saleId={1} card={card} />,
    types: { Nota: 'Espera al banco' },
    submit: 'Guardar etapa',
    sends: { nota: 'Espera al banco', responsable_id: null, version: 3 },
    refused: ['nota', 'Nota'],
    fresh: [{ ...card, version: 4 }],
    stays: true,
  },
  {
    name: 'StageTimesDrawer',
    form: (onClose) => <StageTimesDrawer mayEdit onClose={onClose} />,
    types: { '2. Promesa': '9' },
    submit: 'Guardar Promesa',
    sends: { dias: 9 },
    refused: ['dias', '2. Promesa'],
    stays: true,
    reads: { stage_times: [{ stage: 2, name: 'Promesa', days: 5, medians: [] }] },
  },
];
