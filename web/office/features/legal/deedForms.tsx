import { DEED } from '#contract/company/catalogs/states.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { COMPLAINT } from '#contract/legal/complaints/rules.ts';
import { ComplaintStepDrawer } from './complaints/ComplaintStepDrawer.tsx';
import { EditComplaintDrawer } from './complaints/EditComplaintDrawer.tsx';
import { NewComplaintDrawer } from './complaints/NewComplaintDrawer.tsx';
import { CertificateDrawer } from './deeds/CertificateDrawer.tsx';
import { DeedStepDrawer } from './deeds/DeedStepDrawer.tsx';
import { EditDeedDrawer } from './deeds/EditDeedDrawer.tsx';
import { DaysDrawer } from './deeds/DaysDrawer.tsx';
import { RateDrawer } from './deeds/RateDrawer.tsx';
import { TaxDrawer } from './deeds/TaxDrawer.tsx';
import { HouseFileForm } from './houseFile/HouseFileForm.tsx';

const deed = row<Props<typeof EditDeedDrawer>['deed']>({
  name: 'Eva',
  state: { id: DEED.signing, name: 'En firma' },
  mortgage: true,
  bank: 'Casa uno',
  letter_until: '2099-01-31',
  notary: 'Notaría Quinta',
  notary_on: '2026-11-20',
  buyer_signed_on: null,
  company_signed_on: null,
  bank_signed_on: null,
  number: null,
  folio: null,
  ph: false,
  notes: '',
  taxes: [
    { kind: 'itbi', base_centavos: 7_490_000, percent: 2, computed_centavos: 149_800, paid: null },
    { kind: 'isr', base_centavos: 7_490_000, percent: 1.5, computed_centavos: 112_350, paid: null },
  ],
  certificates: [],
});
const rate = row<NonNullable<Props<typeof RateDrawer>['rate']>>({
  kind: 'itbi',
  up_to_centavos: null,
  percent: 2,
  valid_from: '2026-01-01',
  valid_to: null,
});
const complaint = row<Props<typeof EditComplaintDrawer>['complaint']>({
  state: { id: COMPLAINT.answered, name: 'Respondido' },
  kind: 'aumento',
  number: null,
  filed_on: '2026-01-02',
  detail: 'Subieron el precio.',
});
const houseFile = row<Props<typeof HouseFileForm>['file']>({
  finca_madre: null,
  finca: null,
  codigo_ubicacion: null,
  valor_catastral_centavos: null,
  segregacion_entrada: null,
  segregacion_ingresada: null,
  segregacion_inscrita: null,
  permiso_numero: null,
  permiso_fecha: null,
  permiso_vence: null,
  mejoras_entrada: null,
  mejoras_ingresada: null,
  mejoras_inscrita: null,
  liberacion_aplica: true,
  liberacion_banco: null,
  liberacion_solicitada: null,
  liberacion_firmada: null,
  liberacion_inscrita: null,
  liberacion_vence: null,
});

/**
 * This feature group's forms. Not here: the table of houses' legal files is a table of rows; gridCells.test.ts and
 * test/e2e/deeds.e2e.ts cover it.
 */
export const deedForms: FormCase[] = [
  {
    name: 'HouseFileForm',
    form: () => <HouseFileForm file={houseFile} />,
    types: { 'Finca (folio real)': '30412345', 'Fecha del permiso': '02-01-2026', 'Permiso n.º': 'PO-1' },
    submit: 'Guardar expediente',
    sends: { finca: '30412345', permiso_fecha: '2026-01-02', permiso_numero: 'PO-1', version: 3 },
    refused: ['finca', 'Finca (folio real)'],
    fresh: { ...houseFile, version: 4 },
    stays: true,
  },
  {
    name: 'DeedStepDrawer, signatures',
    form: (onClose) => <DeedStepDrawer deed={deed} to={DEED.signed} onClose={() => onClose()} />,
    types: {
      'Firmó el comprador': '02-01-2026',
      'Firmó la promotora': '02-01-2026',
      'Firmó el banco': '02-01-2026',
    },
    submit: 'Registrar las firmas',
    sends: {
      params: {
        estado_id: DEED.signed,
        firma_comprador: '2026-01-02',
        firma_promotora: '2026-01-02',
        firma_banco: '2026-01-02',
        version: 3,
      },
    },
    refused: ['params[firma_banco]', 'Firmó el banco'],
  },
  {
    name: 'EditDeedDrawer',
    form: (onClose) => <EditDeedDrawer deed={deed} onClose={onClose} />,
    types: { Notaría: 'Notaría Sexta', 'Firmó el comprador': '02-01-2026' },
    submit: 'Guardar',
    sends: { notaria: 'Notaría Sexta', firma_comprador: '2026-01-02', ph: false, version: 3 },
    refused: ['firma_comprador', 'Firmó el comprador'],
    fresh: { ...deed, version: 4 },
  },
  {
    name: 'TaxDrawer',
    form: (onClose) => <TaxDrawer deed={deed} kind="itbi" onClose={onClose} />,
    types: { 'Boleta n.º': 'B-77', 'Monto pagado': '1,498.00', 'Pagado el': '02-01-2026' },
    submit: 'Guardar impuesto',
    sends: { impuesto: 'itbi', exento: '0', boleta: 'B-77', monto: '1,498.00', fecha: '2026-01-02' },
    refused: ['monto', 'Monto pagado'],
  },
  {
    name: 'CertificateDrawer',
    form: (onClose) => <CertificateDrawer deed={deed} kind="idaan" onClose={onClose} />,
    types: { Número: 'PS-77', Emitido: '02-01-2026' },
    submit: 'Guardar paz y salvo',
    sends: { tipo: 'idaan', numero: 'PS-77', emitido: '2026-01-02' },
    refused: ['vence', 'Vence'],
  },
  {
    name: 'DaysDrawer',
    form: (onClose) => <DaysDrawer onClose={onClose} />,
    types: { Máximo: '9' },
    submit: 'Guardar los días de Firmada',
    sends: { minimo: 3, maximo: 9 },
    refused: ['maximo', 'Máximo'],
    stays: true,
    reads: {
      '/deeds/days': [{ state: { id: 6, name: 'Firmada' }, least: 3, most: 10, valid_from: '2000-01-01' }],
    },
  },
  {
    name: 'RateDrawer, new',
    form: (onClose) => <RateDrawer rate={null} onClose={onClose} />,
    types: { 'Tasa (%)': '1.5', 'Rige desde': '02-01-2027' },
    submit: 'Guardar tasa',
    sends: { tipo: 'itbi', hasta_centavos: null, porcentaje: 1.5, desde: '2027-01-02' },
    refused: ['desde', 'Rige desde'],
  },
  {
    name: 'RateDrawer',
    form: (onClose) => <RateDrawer rate={rate} onClose={onClose} />,
    types: { 'Rige hasta': '31-12-2026' },
    submit: 'Guardar tasa',
    sends: { tipo: 'itbi', porcentaje: 2, desde: '2026-01-01', hasta: '2026-12-31', version: 3 },
    refused: ['hasta', 'Rige hasta'],
    fresh: [{ ...rate, version: 4 }],
  },
  {
    name: 'NewComplaintDrawer',
    form: (onClose) => <NewComplaintDrawer onClose={onClose} />,
    types: {
      'Código de la venta': 'PC-2026-00012',
      'Presentado ante ACODECO': '02-01-2026',
      'Qué dice': 'Subieron el precio.',
    },
    submit: 'Anotar reclamo',
    sends: { venta: 'PC-2026-00012', tipo: 'aumento', presentado: '2026-01-02' },
    refused: ['venta', 'Código de la venta'],
  },
  {
    name: 'EditComplaintDrawer',
    form: (onClose) => <EditComplaintDrawer complaint={complaint} onClose={onClose} />,
    types: { 'Expediente de ACODECO': 'AC-77' },
    submit: 'Guardar reclamo',
    sends: { numero: 'AC-77', presentado: '2026-01-02', version: 3 },
    refused: ['numero', 'Expediente de ACODECO'],
    fresh: { ...complaint, version: 4 },
  },
  {
    name: 'ComplaintStepDrawer',
    form: (onClose) => <ComplaintStepDrawer complaint={complaint} to={COMPLAINT.won} onClose={onClose} />,
    types: { Fecha: '02-01-2026', 'Qué se resolvió': 'Resolución 12' },
    submit: 'Resuelto: sustentado',
    sends: { params: { estado_id: COMPLAINT.won, fecha: '2026-01-02', motivo: 'Resolución 12', version: 3 } },
    refused: ['params[fecha]', 'Fecha'],
  },
];
