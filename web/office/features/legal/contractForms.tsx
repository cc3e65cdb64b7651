import { setAddendumAttorney } from '#contract/legal/addenda/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { AddendumDrawer } from './addenda/AddendumDrawer.tsx';
import { NewTemplateDrawer, TemplateDrawer } from './contractTemplates/TemplateDrawer.tsx';
import { AttorneyDrawer } from './promises/AttorneyDrawer.tsx';
import { GenerateDrawer } from './promises/GenerateDrawer.tsx';
import { RescissionDrawer } from './rescissions/RescissionDrawer.tsx';
import { TermsDrawer } from './promises/TermsDrawer.tsx';

const template = row<Props<typeof TemplateDrawer>['template']>({
  name: 'Promesa',
  kind: 'promesa',
  project: null,
  payment_form: null,
});
const representatives = [{ id: 7, name: 'Elena Batista', why_not: null }];
const buyer = {
  buyer_id: null,
  role: 'comprador',
  name: 'Ana Ríos',
  document_type: 'cedula',
  document: '8-1-1',
};
const promise = row<Props<typeof TermsDrawer>['promise']>({
  code: 'PR-2026-00001',
  delivery_on: '2027-06-30',
  mother_finca: '30123456',
  location_code: '8001',
  sign_by: '2026-12-20',
  representative: { id: 7, name: 'Elena Batista', document_type: 'cedula', document: '8-2-2' },
  representatives,
  frozen: { buyers: [buyer] },
});
const suggested = {
  entrega: '2027-06-30',
  finca_madre: '30123456',
  codigo_ubicacion: '8001',
  firmar_hasta: '2026-12-20',
  representante_id: 7,
};
const sale = row<Props<typeof AddendumDrawer>['of']>({
  kinds: ['prorroga', 'cesion'],
  now: { buyers: [], price_centavos: 1, payment_form: 'hipoteca' },
  lots: [],
  models: [],
  representatives,
  sign_by: '2026-12-20',
});

/** The forms of contracts: templates, promises and addenda. */
export const contractForms: readonly FormCase[] = [
  {
    name: 'NewTemplateDrawer',
    form: (onClose) => <NewTemplateDrawer onClose={onClose} />,
    types: { Nombre: 'Promesa de contado' },
    submit: 'Crear plantilla',
    sends: { tipo: 'promesa', nombre: 'Promesa de contado' },
    refused: ['nombre', 'Nombre'],
    stays: true,
  },
  {
    name: 'TemplateDrawer',
    form: (onClose) => <TemplateDrawer template={template} onClose={onClose} />,
    types: { Nombre: 'Promesa de Valle' },
    submit: 'Guardar plantilla',
    sends: { nombre: 'Promesa de Valle', version: 3 },
    refused: ['nombre', 'Nombre'],
    fresh: template,
  },
  {
    name: 'GenerateDrawer',
    form: (onClose) => (
      <GenerateDrawer
        saleId={7}
        of={{ template: { name: 'Promesa', number: 1 }, suggested, representatives }}
        onClose={onClose}
      />
    ),
    types: { 'Finca madre': '30555666' },
    submit: 'Generar la promesa',
    sends: { finca_madre: '30555666', entrega: '2027-06-30', representante_id: 7 },
    refused: ['finca_madre', 'Finca madre'],
    stays: true,
  },
  {
    name: 'TermsDrawer',
    form: (onClose) => <TermsDrawer promise={promise} onClose={onClose} />,
    types: { 'Código de ubicación': '8002' },
    submit: 'Guardar cambios',
    sends: { codigo_ubicacion: '8002', version: 3 },
    refused: ['codigo_ubicacion', 'Código de ubicación'],
    fresh: promise,
  },
  {
    name: 'AttorneyDrawer',
    form: (onClose) => (
      <AttorneyDrawer
        people={[{ value: 7, label: 'Ana Ríos', company: false }]}
        save={(persona_id, apoderado, as) =>
          call(setAddendumAttorney, { params: { id: 7 }, body: { persona_id, apoderado } }, as)
        }
        onClose={onClose}
      />
    ),
    types: {
      'Nombre completo': 'Rosa Legal',
      Número: '8-333-444',
      Celular: '6123-4567',
      'Datos del poder': 'Escritura 55',
    },
    submit: 'Guardar quién firma',
    sends: { persona_id: 7, apoderado: { nombre: 'Rosa Legal', poder: 'Escritura 55' } },
    refused: ['apoderado[nombre]', 'Nombre completo'],
  },
  {
    name: 'AddendumDrawer',
    form: (onClose) => <AddendumDrawer saleId={7} of={sale} addendum={null} onClose={onClose} />,
    types: { 'Nueva fecha de entrega': '30-09-2027', Motivo: 'Lo pide el cliente' },
    submit: 'Crear adenda',
    sends: { cambio: { tipo: 'prorroga', entrega: '2027-09-30' }, motivo: 'Lo pide el cliente' },
    refused: ['motivo', 'Motivo'],
    begins: ['/effect', { why_not: null, lines: [] }],
    stays: true,
  },
  {
    name: 'RescissionDrawer',
    form: (onClose) => (
      <RescissionDrawer
        saleId={7}
        act={{ representatives, sign_by: '2026-12-20', penalty_centavos: 5_000, refund_centavos: 45_000 }}
        onClose={onClose}
      />
    ),
    types: { 'Último día para firmar': '15-12-2026' },
    submit: 'Guardar el documento',
    sends: { representante_id: 7, firman: true, firmar_hasta: '2026-12-15' },
    refused: ['firmar_hasta', 'Último día para firmar'],
  },
];
