import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { InkForm } from './envelopes/InkForm.tsx';
import { SendDocumentForm } from './envelopes/SendDocumentForm.tsx';
import { RepresentativeForm } from './representatives/RepresentativeForm.tsx';

const representative = row<NonNullable<Props<typeof RepresentativeForm>['representative']>>({
  name: 'Ricardo Alfaro',
  document_type: 'cedula',
  document: '8-245-677',
  phone: '+50766781234',
  email: 'ricardo@llave.test',
  user: { id: 7, name: 'Casa uno' },
  power_kind: 'escritura',
  power_text: 'Escritura 4512',
  limit_centavos: 100_000_00,
  valid_from: '2026-01-01',
  valid_until: null,
});
const CERTIFIES = 'Certifico que vi firmar a esta persona, o que cotejé el original firmado.';

/** This feature group's forms, for the test that types, submits, gets a refusal and recovers. */
export const legalForms: FormCase[] = [
  {
    name: 'RepresentativeForm, new',
    form: (onClose) => <RepresentativeForm representative={null} onClose={onClose} />,
    types: {
      'Nombre completo': 'Ricardo Alfaro',
      'Número de documento': '8-245-677',
      Celular: '6678-1234',
      Correo: 'ricardo@llave.test',
      'De dónde viene el poder': 'Escritura pública',
      'Datos del poder': 'Escritura 4512',
      'Límite por documento': '100,000',
      'Vale desde': '01-01-2026',
    },
    submit: 'Registrar representante',
    sends: {
      document: '8-245-677',
      power_kind: 'escritura',
      limit_centavos: 100_000_00,
      valid_from: '2026-01-01',
    },
    refused: ['document', 'Número de documento'],
  },
  {
    name: 'RepresentativeForm, renewed',
    form: (onClose) => <RepresentativeForm representative={representative} onClose={onClose} />,
    types: { 'Datos del poder': 'Escritura 5000' },
    submit: 'Guardar representante',
    sends: { power_text: 'Escritura 5000', user_id: 7, version: 3 },
    refused: ['power_text', 'Datos del poder'],
    fresh: { ...representative, phone: '+50761112222' },
  },
  {
    name: 'SendDocumentForm',
    form: (onClose) => <SendDocumentForm saleId={7} onClose={onClose} />,
    types: {
      Título: 'Carta de autorización',
      'Resumen en palabras sencillas': 'Autorizas a la empresa a hablar con tu banco.',
    },
    file: ['Documento (PDF)', 'application/pdf'],
    submit: 'Enviar a firmar',
    sends: { titulo: 'Carta de autorización', dias: '15', 'firmantes[0][quien]': 'comprador' },
    refused: ['titulo', 'Título'],
    reads: {
      firmantes: {
        buyers: [{ value: 'comprador', name: 'Casa uno', whyNot: null, company: false }],
        representatives: [{ value: 'representante:7', name: 'Ricardo Alfaro', whyNot: null }],
      },
    },
  },
  {
    name: 'InkForm',
    form: (onClose) => <InkForm envelopeId={7} signer={{ id: 8, name: 'Casa uno' }} onClose={onClose} />,
    types: { [CERTIFIES]: '' },
    file: ['Documento escaneado (PDF)', 'application/pdf'],
    submit: 'Guardar y certificar',
    sends: { vi_firmar: '1' },
    refused: ['vi_firmar', CERTIFIES],
  },
];
