import { HANDOVER } from '#contract/care/handover/rules.ts';
import { DEFAULT_ROOMS } from '#contract/care/handover/template.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { CorrectPunchDrawer } from './handover/CorrectPunchDrawer.tsx';
import { EditPunchDrawer } from './handover/EditPunchDrawer.tsx';
import { GivenDrawer } from './handover/GivenDrawer.tsx';
import {
  AgainDrawer,
  DecideDrawer,
  HandoverDayDrawer,
  KeysDrawer,
  SendActaDrawer,
} from './handover/HandoverDrawers.tsx';
import { NewHandoverDrawer } from './handover/NewHandoverDrawer.tsx';
import { TemplateDrawer } from './handover/TemplateDrawer.tsx';
import { CollectDrawer } from './warranty/CollectDrawer.tsx';
import { NewChargeDrawer } from './warranty/NewChargeDrawer.tsx';
import { WarrantyRuleDrawer } from './warranty/WarrantyRuleDrawer.tsx';

const handover = row<
  Props<typeof HandoverDayDrawer>['handover'] &
    Props<typeof SendActaDrawer>['handover'] &
    Props<typeof DecideDrawer>['handover'] &
    Props<typeof KeysDrawer>['handover']
>({
  scheduled_on: '2099-01-31',
  early_reason: 'El banco paga la otra semana',
  representatives: [{ id: 9, name: 'Beatriz Sáenz' }],
  keys: [],
});
const item = row<Props<typeof EditPunchDrawer>['item']>({
  severity: 'leve',
  text: 'Una mancha',
  contract: null,
  due_on: '2099-01-31',
  contracts: [{ id: 7, name: 'Viviendas', contractor: 'El Roble' }],
});
const charge = row<Props<typeof CollectDrawer>['charge']>({ receivable_centavos: 20_000 });

/** The forms of the delivery of houses and their warranty. */
export const handoverForms: FormCase[] = [
  {
    name: 'NewHandoverDrawer',
    form: (onClose) => <NewHandoverDrawer onClose={onClose} />,
    types: { 'Código de la venta': 'PC-2026-00012', 'Día de la inspección': '31-01-2099' },
    submit: 'Programar entrega',
    sends: { venta: 'PC-2026-00012', fecha: '2099-01-31' },
    refused: ['venta', 'Código de la venta'],
  },
  {
    name: 'HandoverDayDrawer',
    form: (onClose) => <HandoverDayDrawer handover={handover} onClose={onClose} />,
    types: { 'Día de la inspección': '28-02-2099' },
    submit: 'Cambiar el día',
    sends: { fecha: '2099-02-28', version: 3 },
    refused: ['fecha', 'Día de la inspección'],
    fresh: { ...handover, version: 4 },
  },
  {
    name: 'AgainDrawer',
    form: (onClose) => <AgainDrawer handover={handover} onClose={onClose} />,
    types: { 'Día de la inspección': '28-02-2099' },
    submit: 'Programar inspección',
    sends: { params: { fecha: '2099-02-28', estado_id: HANDOVER.scheduled, version: 3 } },
    refused: ['params[fecha]', 'Día de la inspección'],
  },
  {
    name: 'SendActaDrawer',
    form: (onClose) => <SendActaDrawer handover={handover} onClose={onClose} />,
    types: { 'Firma también por la promotora': 'Beatriz Sáenz' },
    submit: 'Enviar a firmar',
    sends: { params: { representante_id: 9, estado_id: HANDOVER.signing, version: 3 } },
    refused: ['params[representante_id]', 'Firma también por la promotora'],
  },
  {
    name: 'DecideDrawer',
    form: (onClose) => <DecideDrawer handover={handover} approve onClose={onClose} />,
    types: { Motivo: 'La carta está en vigor' },
    submit: 'Aprobar la entrega',
    sends: { aprobar: true, motivo: 'La carta está en vigor' },
    refused: ['motivo', 'Motivo'],
  },
  {
    name: 'KeysDrawer',
    form: (onClose) => <KeysDrawer handover={handover} onClose={onClose} />,
    types: { Llaves: 'Portón: 2' },
    submit: 'Guardar llaves',
    sends: { llaves: [{ nombre: 'Portón', cantidad: 2 }] },
    refused: ['llaves', 'Llaves'],
  },
  {
    name: 'EditPunchDrawer',
    form: (onClose) => <EditPunchDrawer item={item} onClose={onClose} />,
    types: { 'Qué se observó': 'Una grieta', 'Contrato que responde': 'El Roble · Viviendas' },
    submit: 'Guardar pendiente',
    sends: { texto: 'Una grieta', contrato_id: 7, version: 3 },
    refused: ['texto', 'Qué se observó'],
    fresh: { ...item, version: 4 },
  },
  {
    name: 'CorrectPunchDrawer',
    form: (onClose) => <CorrectPunchDrawer id={7} onClose={onClose} />,
    types: { 'Qué se hizo': 'Se pintó otra vez' },
    file: ['Fotografías', 'image/jpeg'],
    submit: 'Reportar corregido',
    sends: { nota: 'Se pintó otra vez' },
    refused: ['nota', 'Qué se hizo'],
  },
  {
    name: 'TemplateDrawer',
    form: (onClose) => (
      <TemplateDrawer template={{ model: null, version: 3, rooms: [...DEFAULT_ROOMS] }} onClose={onClose} />
    ),
    types: { 'Ambientes y puntos': 'Sala\n- Piso (Pisos y azulejos)' },
    submit: 'Guardar lista',
    sends: { ambientes: [{ nombre: 'Sala', puntos: [{ nombre: 'Piso', parte: 'pisos' }] }], version: 3 },
    refused: ['ambientes', 'Ambientes y puntos'],
  },
  {
    name: 'GivenDrawer',
    form: (onClose) => <GivenDrawer onClose={onClose} />,
    types: { Proyecto: 'Casa uno' },
    file: ['PDF', 'application/pdf'],
    submit: 'Subir documento',
    sends: { tipo: 'manual', proyecto_id: '7' },
    refused: ['proyecto_id', 'Proyecto'],
  },
  {
    name: 'WarrantyRuleDrawer',
    form: (onClose) => <WarrantyRuleDrawer onClose={onClose} />,
    types: { Meses: '18', 'De dónde sale': 'Acuerdo de la junta' },
    submit: 'Guardar plazo',
    sends: { cobertura: 'acabados', meses: 18, fuente: 'Acuerdo de la junta' },
    refused: ['meses', 'Meses'],
  },
  {
    name: 'NewChargeDrawer',
    form: (onClose) => <NewChargeDrawer onClose={onClose} />,
    types: {
      Contrato: 'C-1 · Casa uno',
      'Costo de la reparación': '500.00',
      Documento: 'FAC-77',
      'Qué se reparó y por qué le toca': 'La ducha',
    },
    submit: 'Pedir cargo',
    sends: { contrato_id: 7, monto_centavos: 50_000, documento: 'FAC-77', motivo: 'La ducha' },
    refused: ['documento', 'Documento'],
    reads: { '/api/contracts': [{ id: 7, name: 'Casa uno', reference: 'C-1' }] },
  },
  {
    name: 'CollectDrawer',
    form: (onClose) => <CollectDrawer charge={charge} onClose={onClose} />,
    types: { Banco: 'Banco General', Referencia: 'ACH 55' },
    submit: 'Registrar el cobro',
    sends: { params: { banco: 'Banco General', referencia: 'ACH 55', estado_id: 4, version: 3 } },
    refused: ['params[banco]', 'Banco'],
  },
];
