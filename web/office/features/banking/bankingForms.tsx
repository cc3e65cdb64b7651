import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { AnswerDrawer } from './applications/AnswerDrawer.tsx';
import { ContactDrawer } from './applications/ContactDrawer.tsx';
import { EditApplicationDrawer } from './applications/EditApplicationDrawer.tsx';
import { NewApplicationDrawer } from './applications/NewApplicationDrawer.tsx';
import { BankPageDrawer } from './bankData/BankPageDrawer.tsx';
import { DisbursementDrawer } from './disbursements/DisbursementDrawer.tsx';
import { ExtensionDrawer } from './letters/ExtensionDrawer.tsx';
import { LetterDrawer } from './letters/LetterDrawer.tsx';
import { RequirementDrawer } from './requirements/RequirementDrawer.tsx';

const bank = { id: 7, name: 'Casa uno' };
const application = row<Props<typeof EditApplicationDrawer>['application']>({
  bank,
  sale: { id: 1, code: 'PC-1', state_id: 1 },
  executive: null,
  requested_centavos: 60_000_00,
  approved_centavos: null,
  term_months: 360,
  rate_percent: 6.25,
  bank_reference: '',
  chosen: false,
  letter: null,
});
const requirement = row<NonNullable<Props<typeof RequirementDrawer>['requirement']>>({
  bank,
  sector: null,
  nationality: null,
  type: bank,
  label: '',
  required: true,
  max_age_days: null,
  position: 100,
  valid_from: '2026-01-01',
  valid_to: null,
});
const disbursement = row<Props<typeof DisbursementDrawer>['row']>({
  bank,
  name: 'Eva',
  letter: { number: 'CPP-1', amount_centavos: 60_000_00, expires_on: '2099-01-31' },
  disbursement: { version: 3 },
  may_confirm: false,
});
const profile = row<Props<typeof BankPageDrawer>['data']>({
  values: {},
  rows: { deudas: [], referencias: [], grupo_familiar: [] },
  fixed: [],
  masked: false,
  faults: [],
  pages: [],
});

/**
 * This feature group's forms. Not here: BankCsvDrawer does a dry run before it sends, and a bank's form is a table of
 * rows; test/e2e/bankData.e2e.ts and bankForms.e2e.ts cover them.
 */
export const bankingForms: FormCase[] = [
  {
    name: 'RequirementDrawer, new',
    form: (onClose) => <RequirementDrawer requirement={null} bankId={7} onClose={onClose} />,
    types: {
      Documento: 'Casa uno',
      'Cómo lo llama el banco': 'Carta de trabajo',
      'Vale desde': '02-01-2026',
    },
    submit: 'Guardar requisito',
    sends: { banco_id: 7, sector: null, tipo_id: 7, etiqueta: 'Carta de trabajo', orden: 100, hasta: null },
    refused: ['etiqueta', 'Cómo lo llama el banco'],
  },
  {
    name: 'RequirementDrawer',
    form: (onClose) => <RequirementDrawer requirement={requirement} bankId={7} onClose={onClose} />,
    types: { 'Antigüedad máxima (días)': '30' },
    submit: 'Guardar requisito',
    sends: { dias_maximo: 30, obligatorio: true, desde: '2026-01-01', version: 3 },
    refused: ['dias_maximo', 'Antigüedad máxima (días)'],
    fresh: [{ ...requirement, version: 4 }],
  },
  {
    name: 'NewApplicationDrawer',
    form: (onClose) => (
      <NewApplicationDrawer
        saleId={1}
        banks={row<Props<typeof NewApplicationDrawer>['banks']>({
          applications: [],
          offered: [{ ...bank, executives: [{ id: 2, name: 'Rosa', main: true }] }],
          to_finance_centavos: 60_000_00,
          term_months: 360,
          terms_of: 'plan',
        })}
        onClose={onClose}
      />
    ),
    types: { Banco: 'Casa uno', Ejecutivo: 'Rosa', 'Monto a solicitar': '61,000' },
    submit: 'Preparar solicitud',
    sends: { banco_id: 7, ejecutivo_id: 2, monto_centavos: 61_000_00, plazo_meses: 360 },
    refused: ['monto_centavos', 'Monto a solicitar'],
  },
  {
    name: 'EditApplicationDrawer',
    form: (onClose) => <EditApplicationDrawer application={application} onClose={onClose} />,
    types: { 'Número que dio el banco': 'H-22' },
    submit: 'Guardar',
    sends: { referencia: 'H-22', ejecutivo_id: null, monto_centavos: 60_000_00, version: 3 },
    refused: ['referencia', 'Número que dio el banco'],
    reads: { '/precontracts/': { offered: [] } },
    fresh: { ...application, term_months: 300 },
  },
  {
    name: 'ContactDrawer of a bank',
    form: (onClose) => <ContactDrawer application={application} onClose={onClose} />,
    types: { 'Qué dijo el banco': 'Lo ve el comité' },
    submit: 'Anotar seguimiento',
    sends: { canal: 'llamada', nota: 'Lo ve el comité' },
    refused: ['nota', 'Qué dijo el banco'],
  },
  {
    name: 'AnswerDrawer',
    form: (onClose) => (
      <AnswerDrawer application={application} to={APPLICATION.conditional} onClose={onClose} />
    ),
    types: { 'Tasa anual (%)': '6.5', Condiciones: 'Falta el avalúo' },
    submit: 'Registrar respuesta',
    sends: {
      params: {
        estado_id: APPLICATION.conditional,
        monto_centavos: 60_000_00,
        tasa: 6.5,
        motivo: 'Falta el avalúo',
      },
    },
    refused: ['params[tasa]', 'Tasa anual (%)'],
    fresh: application,
  },
  {
    name: 'LetterDrawer',
    form: (onClose) => <LetterDrawer application={application} onClose={onClose} />,
    types: { Número: 'CPP-77', Monto: '60,000', Emitida: '02-01-2026' },
    file: ['Carta del banco', 'application/pdf'],
    submit: 'Cargar carta',
    sends: { numero: 'CPP-77', monto: '60,000.00', tasa: '6.25', plazo_meses: '360', elegir: '1' },
    refused: ['numero', 'Número'],
    fresh: application,
  },
  {
    name: 'ExtensionDrawer',
    form: (onClose) => <ExtensionDrawer application={application} onClose={onClose} />,
    types: { 'Por qué hace falta más tiempo': 'Falta el permiso' },
    submit: 'Guardar',
    sends: { motivo: 'Falta el permiso' },
    refused: ['motivo', 'Por qué hace falta más tiempo'],
  },
  {
    name: 'DisbursementDrawer of a bank, request',
    form: (onClose) => <DisbursementDrawer row={disbursement} onClose={onClose} />,
    types: { 'Fecha de la solicitud': '02-01-2026', Notas: 'Con escritura' },
    submit: 'Registrar solicitud',
    sends: { solicitado: '2026-01-02', notas: 'Con escritura' },
    refused: ['solicitado', 'Fecha de la solicitud'],
  },
  {
    name: 'DisbursementDrawer of a bank, money',
    form: (onClose) => <DisbursementDrawer row={{ ...disbursement, may_confirm: true }} onClose={onClose} />,
    types: { 'Recibido el': '02-01-2026', 'Número de la transferencia': 'T-1' },
    submit: 'Confirmar desembolso',
    sends: { recibido: '2026-01-02', monto_centavos: 60_000_00, transferencia: 'T-1', version: 3 },
    refused: ['transferencia', 'Número de la transferencia'],
  },
  {
    name: 'BankPageDrawer',
    form: (onClose) => <BankPageDrawer data={profile} page={2} codigo="PC-1" onClose={onClose} />,
    types: { 'Empresa o institución donde trabajas': 'Comercial Istmo' },
    submit: 'Guardar la página',
    sends: { codigo: 'PC-1', pagina: '2', version: '3', empresa: 'Comercial Istmo' },
    refused: ['empresa', 'Empresa o institución donde trabajas'],
    fresh: profile,
  },
];
