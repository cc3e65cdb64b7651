import type { MaterialRequest, PurchaseOrder, Quotation } from '#contract/works/purchasing/model.ts';
import type { CountRow } from '#contract/works/stock/model.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { HouseListDrawer } from './materials/HouseListDrawer.tsx';
import { MaterialDrawer } from './materials/MaterialDrawer.tsx';
import { DispatchDrawer, ReturnDrawer } from './purchasing/MovedDrawer.tsx';
import { OrderDrawer } from './purchasing/OrderDrawer.tsx';
import { QuotationDrawer } from './purchasing/QuotationDrawer.tsx';
import { ReceiptDrawer } from './purchasing/ReceiptDrawer.tsx';
import { AskForm } from './purchasing/AskForm.tsx';
import { RequestForm } from './purchasing/RequestForm.tsx';
import { ChargeDrawer } from './stock/ChargeDrawer.tsx';
import { CountDrawer, DecideDrawer } from './stock/CountDrawer.tsx';
import { HouseReturnDrawer, IssueDrawer, TransferDrawer } from './stock/MoveDrawer.tsx';

const cement = { id: 7, name: 'Casa uno', code: 'C-1', unit: 'saco' };
const request = row<MaterialRequest>({
  code: 'SM-2026-00001',
  project: { id: 7, name: 'Valle' },
  house: null,
  needed_on: null,
  note: '',
  lines: [
    {
      id: 7,
      material: cement,
      quantity: 10,
      budget: null,
      taken: 0,
      over: 0,
      order: null,
      price_centavos: 995,
    },
  ],
});
const quotation = row<Quotation>({
  supplier: { id: 7, name: 'Casa uno' },
  number: 'COT-1',
  quoted_on: '2026-11-01',
  valid_until: null,
  delivery_days: 5,
  terms: '',
  lines: [{ line_id: 7, price_centavos: 990, taxed: true, cents: 9900, lowest: false }],
});
const order = row<PurchaseOrder>({
  code: 'OC-2026-00001',
  supplier: { id: 7, name: 'Casa uno' },
  lines: [
    {
      id: 7,
      material: cement,
      quantity: 50,
      dispatched: 20,
      received: 10,
      returned: 0,
      missing: 0,
      outstanding: 40,
      in_transit: 10,
      expected: 10,
      excess_reason: null,
      price_centavos: null,
      taxed: true,
      cents: null,
    },
  ],
});
const count = row<CountRow>({
  project: { id: 7, name: 'Valle' },
  material: cement,
  counted: 8,
  expected: 10,
  difference: -2,
  reason: 'Inventario',
  by: 'Ana',
});
const material = row<NonNullable<Props<typeof MaterialDrawer>['material']>>({
  code: 'C-1',
  name: 'Cemento',
  unit: 'saco',
  cost_code: { id: 7, name: 'Casa uno' },
  price_centavos: 995,
  taxed: true,
  archived: false,
});

/** What the lists of this feature group answer. */
const reads = {
  cost_codes: [{ id: 7, name: 'Casa uno' }],
  suppliers: [{ id: 7, name: 'Casa uno' }],
  'my_material_requests/houses': [{ id: 7, name: 'Casa uno', project: 'Valle' }],
  'materials/options': [{ id: 7, name: 'Cemento', unit: '' }],
  movements: [
    { id: 7, paper: 'V-1', material: cement, quantity: -3, value_centavos: -3000, charged: null },
    {
      id: 8,
      paper: 'V-2',
      material: cement,
      quantity: -1,
      value_centavos: -1000,
      charged: { id: 1, number: 1 },
    },
  ],
};

const cases: FormCase[] = [
  {
    name: 'MaterialDrawer, new',
    form: (onClose) => <MaterialDrawer material={null} onClose={onClose} />,
    types: {
      Código: 'CEM-01',
      Nombre: 'Cemento gris',
      Unidad: 'saco',
      'Código de costo': 'Casa uno',
      'Precio usual, sin ITBMS': '9.95',
    },
    submit: 'Agregar material',
    sends: { code: 'CEM-01', unit: 'saco', cost_code_id: 7, price_centavos: 995 },
    refused: ['code', 'Código'],
  },
  {
    name: 'MaterialDrawer, existing',
    form: (onClose) => <MaterialDrawer material={material} onClose={onClose} />,
    types: { 'Precio usual, sin ITBMS': '10.50' },
    submit: 'Guardar material',
    sends: { price_centavos: 1050, version: 3 },
    refused: ['price_centavos', 'Precio usual, sin ITBMS'],
  },
  {
    name: 'HouseListDrawer',
    form: (onClose) => <HouseListDrawer model={{ id: 7, name: 'Guayacán' }} lines={[]} onClose={onClose} />,
    types: { 'Material 1': 'Cemento', 'Cantidad 1': '80' },
    submit: 'Guardar materiales',
    sends: { modelo_id: 7, lines: [{ material_id: 7, quantity: 80 }] },
    refused: ['lines[0][quantity]', 'Cantidad 1'],
  },
  {
    name: 'AskForm',
    form: (onClose) => <AskForm onClose={onClose} />,
    types: { 'Material 1': 'Cemento', 'Cantidad 1': '12.5' },
    submit: 'Solicitar',
    sends: { house_id: 7, lines: [{ material_id: 7, quantity: 12.5 }] },
    refused: ['lines[0][quantity]', 'Cantidad 1'],
  },
  {
    name: 'RequestForm, new',
    form: (onClose) => <RequestForm request={null} projectId={7} onClose={onClose} />,
    types: { 'Material 1': 'Cemento', 'Cantidad 1': '12.5' },
    submit: 'Guardar borrador',
    sends: { project_id: 7, lines: [{ material_id: 7, quantity: 12.5 }] },
    refused: ['lines[0][quantity]', 'Cantidad 1'],
  },
  {
    name: 'RequestForm, draft',
    form: (onClose) => <RequestForm request={request} onClose={onClose} />,
    types: { Nota: 'Para la losa' },
    submit: 'Guardar solicitud',
    sends: { note: 'Para la losa', version: 3 },
    refused: ['note', 'Nota'],
    fresh: { ...request, note: 'Otra' },
  },
  {
    name: 'QuotationDrawer',
    form: (onClose) => <QuotationDrawer request={request} quotation={null} onClose={onClose} />,
    types: { Proveedor: 'Casa uno', 'Número de la cotización': 'COT-9', 'Casa uno': '9.90' },
    submit: 'Guardar cotización',
    sends: { supplier_id: 7, number: 'COT-9', lines: [{ line_id: 7, price_centavos: 990, taxed: true }] },
    refused: ['number', 'Número de la cotización'],
  },
  {
    name: 'OrderDrawer',
    form: (onClose) => (
      <OrderDrawer request={request} quotation={quotation} onClose={onClose} onMade={() => undefined} />
    ),
    types: { 'Por qué este proveedor': 'Entrega mañana' },
    submit: 'Emitir orden de compra',
    sends: { quotation_id: 7, line_ids: [7], reason: 'Entrega mañana' },
    refused: ['reason', 'Por qué este proveedor'],
  },
  {
    name: 'DispatchDrawer',
    form: (onClose) => <DispatchDrawer order={order} onClose={onClose} />,
    types: { 'Casa uno': '12', 'Guía de despacho': 'GD-1' },
    submit: 'Registrar despacho',
    sends: { guide: 'GD-1', lines: [{ line_id: 7, quantity: 12 }] },
    refused: ['guide', 'Guía de despacho'],
  },
  {
    name: 'ReceiptDrawer',
    form: (onClose) => <ReceiptDrawer order={order} onClose={onClose} />,
    types: { 'Casa uno': '9', 'Nota de entrega': 'NE-1' },
    file: ['Fotografías', 'image/jpeg'],
    submit: 'Guardar lo contado',
    sends: { guide: 'NE-1', 'lines[0][line_id]': '7', 'lines[0][quantity]': '9' },
    refused: ['guide', 'Nota de entrega'],
  },
  {
    name: 'ReturnDrawer',
    form: (onClose) => <ReturnDrawer order={order} onClose={onClose} />,
    types: { 'Casa uno': '2', 'Por qué se devuelve': 'Sacos mojados', 'Número del documento': 'DV-1' },
    submit: 'Registrar devolución',
    sends: { paper: 'DV-1', lines: [{ line_id: 7, quantity: 2 }] },
    refused: ['paper', 'Número del documento'],
  },
  {
    name: 'IssueDrawer',
    form: (onClose) => <IssueDrawer projectId={7} onClose={onClose} />,
    types: { Vivienda: 'Casa uno', 'Material 1': 'Cemento', 'Cantidad 1': '4', 'Número del vale': 'V-1' },
    submit: 'Registrar entrega',
    sends: { project_id: 7, house_id: 7, paper: 'V-1', lines: [{ material_id: 7, quantity: 4 }] },
    refused: ['lines[0][quantity]', 'Cantidad 1'],
  },
  {
    name: 'HouseReturnDrawer',
    form: (onClose) => <HouseReturnDrawer projectId={7} onClose={onClose} />,
    types: { Vivienda: 'Casa uno', 'Material 1': 'Cemento', 'Cantidad 1': '1', 'Número del vale': 'R-1' },
    submit: 'Registrar retorno',
    sends: { house_id: 7, paper: 'R-1' },
    refused: ['paper', 'Número del vale'],
  },
  {
    name: 'TransferDrawer',
    form: (onClose) => <TransferDrawer projectId={8} onClose={onClose} />,
    types: { 'Llega a': 'Casa uno', 'Material 1': 'Cemento', 'Cantidad 1': '1', 'Número de la guía': 'T-1' },
    submit: 'Registrar traslado',
    sends: { project_id: 8, to_project_id: 7, paper: 'T-1' },
    refused: ['paper', 'Número de la guía'],
  },
  {
    name: 'CountDrawer',
    form: (onClose) => <CountDrawer projectId={7} onClose={onClose} />,
    types: { Material: 'Cemento', Contado: '8', 'Por qué se contó': 'Inventario del mes' },
    submit: 'Guardar conteo',
    sends: { project_id: 7, material_id: 7, counted: 8 },
    refused: ['counted', 'Contado'],
  },
  {
    name: 'DecideDrawer',
    form: (onClose) => <DecideDrawer count={count} onClose={onClose} />,
    types: { Decisión: 'Rechazar el conteo', Nota: 'Se contó mal' },
    submit: 'Guardar decisión',
    sends: { approve: false, note: 'Se contó mal' },
    refused: ['note', 'Nota'],
  },
  {
    name: 'ChargeDrawer',
    form: (onClose) => <ChargeDrawer account={{ id: 7, contract: { id: 7 } }} onClose={onClose} />,
    types: { Entregas: 'V-1: Casa uno, 3 saco' },
    submit: 'Descontar materiales',
    sends: { account_id: 7, movement_ids: [7] },
    refused: ['movement_ids', 'Entregas'],
  },
];
/** The forms of materials, for the test that types, submits, gets a refusal and recovers. */
export const materialForms: FormCase[] = cases.map((one) => ({ reads, ...one }));
