import type { Permission } from '#contract/access.ts';
import { APPLICATION, DEED, PAYMENT } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { permitInForce } from '#contract/sales/sale/toDeed.ts';

/** Document states. */
const PAPER = { uploaded: 2, inReview: 3, approved: 4, rejected: 5, expired: 6, signed: 9 } as const;

/** Rule of one board stage over the facts (domain.md §1 and §3). */
export interface StageRule {
  /** Permission to move its card by hand. */
  works: Permission;
  /** Usual owner, as shown on the board. */
  owner: string;
  /** Usual owner in a cash sale, when different. */
  cashOwner?: string;
  /** Stages (by number) that must be complete before this one can start. Null: only its own rule starts it. */
  after: readonly number[] | null;
  /** False: this sale skips the stage. */
  applies?: (facts: SaleKnown) => boolean;
  /** Missing parts as sentences; empty when the rule is met. */
  missing: (facts: SaleKnown) => readonly string[];
  /** Work is under way: the stage is in progress without a user's action. */
  started?: (facts: SaleKnown) => boolean;
  /** Something was rejected or has a problem. */
  observed?: (facts: SaleKnown) => boolean;
  /** Its own due date, null while the deadline is paused; undefined: computed from its start and usual days. */
  dueOn?: (facts: SaleKnown) => string | null | undefined;
  /** A completed stage stays complete when facts change later, because it was signed or registered. */
  stays?: boolean;
}

const mortgage = ({ paymentForm }: SaleKnown) => paymentForm !== 'contado';
const isIn = (states: readonly number[], stateId: number) => states.includes(stateId);
const lacks = (is: boolean, sentence: string): readonly string[] => (is ? [] : [sentence]);

/** A sale reaches these states only with a letter of promise in force, or when it needs none (domain.md §3). */
const withLetter = ({ stateId }: SaleKnown) =>
  stateId === SALE.promiseLetter || (stateId >= SALE.inDeed && stateId <= SALE.closed);
const hasLetter = (facts: SaleKnown) => {
  const { chosen } = facts.bank;
  if (chosen?.stateId === APPLICATION.letterExpired) return false;
  return (
    chosen?.stateId === APPLICATION.letter || chosen?.stateId === APPLICATION.disbursed || withLetter(facts)
  );
};
const approved = (facts: SaleKnown) => facts.bank.approved > 0 || hasLetter(facts);
const atLeast = (from: number) => (facts: SaleKnown) => facts.stateId >= from && facts.stateId <= SALE.closed;

/** What a deed lacks to be closed at the notary, by its state (domain.md §3). */
const DEED_LACKS: Readonly<Record<number, string>> = {
  [DEED.toDo]: 'Falta preparar la minuta.',
  [DEED.drafting]: 'Falta terminar la minuta.',
  [DEED.withBank]: 'El banco revisa la minuta.',
  [DEED.approved]: 'Falta la cita en la notaría.',
  [DEED.signing]: 'Faltan las firmas en la notaría.',
  [DEED.signed]: 'Faltan los impuestos y los paz y salvos.',
  [DEED.taxes]: 'Falta cerrar la escritura en la notaría.',
};

const NO_PROMISE = 'Falta generar el contrato de promesa de compraventa.';
/** What the promise lacks, by its standing. */
const PROMISE_LACKS: Readonly<Record<string, string>> = {
  borrador: 'Falta enviar la promesa a firma.',
  revision: 'Falta aprobar los cambios de la promesa.',
  firma: 'Faltan las firmas del cliente y de la promotora.',
  rechazada: 'El cliente rechazó la promesa: falta la versión corregida.',
  vencida: 'Venció el plazo para firmar: falta enviarla otra vez.',
};

/** What the works lack; a house with a permit in force is finished, whatever was reported. */
const unbuilt = ({ house, works, today }: SaleKnown): readonly string[] =>
  works === null || works.percent >= 100 || (house !== null && permitInForce(house, today))
    ? []
    : [`La obra va en ${Math.floor(works.percent)} %.`];

export const STAGE_RULES: readonly StageRule[] = [
  {
    works: 'ventas.editar',
    owner: 'Cliente y contabilidad',
    after: [],
    missing: ({ separation, stateId }) =>
      separation?.stateId === PAYMENT.confirmed || (stateId > SALE.complete && stateId <= SALE.closed)
        ? []
        : separation?.stateId === PAYMENT.reported || separation?.stateId === PAYMENT.verifying
          ? ['Contabilidad aún no confirma la separación.']
          : ['El cliente aún no paga la separación.'],
    started: ({ separation }) => isIn([PAYMENT.reported, PAYMENT.verifying], separation?.stateId ?? 0),
    observed: ({ separation }) => separation?.stateId === PAYMENT.rejected,
    // Reported: the customer's deadline is paused until accounting decides (rulings.md 21).
    dueOn: ({ separation }) =>
      separation === null
        ? undefined
        : isIn([PAYMENT.reported, PAYMENT.verifying], separation.stateId)
          ? null
          : (separation.dueOn ?? undefined),
  },
  {
    works: 'documentos.aprobar',
    owner: 'Procesador',
    after: [],
    missing: ({ stateId, papers }) =>
      atLeast(SALE.complete)({ stateId } as SaleKnown)
        ? []
        : papers.open > 0
          ? [
              papers.open === 1
                ? 'Falta un documento del cliente.'
                : `Faltan ${papers.open} documentos del cliente.`,
            ]
          : papers.toReview > 0
            ? [
                papers.toReview === 1
                  ? 'Falta revisar un documento.'
                  : `Falta revisar ${papers.toReview} documentos.`,
              ]
            : ['Falta cerrar el expediente.'],
    started: ({ stateId }) => stateId === SALE.inReview,
    observed: ({ stateId }) => stateId === SALE.papersMissing,
  },
  {
    works: 'documentos.aprobar',
    owner: 'Procesador',
    after: [2],
    applies: mortgage,
    // No longer required once an application was sent to a bank.
    missing: (facts) =>
      lacks(
        isIn([PAPER.approved, PAPER.signed], facts.apc ?? 0) || facts.bank.sent > 0 || approved(facts),
        facts.apc === null ? 'Falta el reporte de la APC.' : 'El reporte de la APC aún no está aprobado.',
      ),
    started: ({ apc }) => isIn([PAPER.uploaded, PAPER.inReview], apc ?? 0),
    observed: ({ apc }) => isIn([PAPER.rejected, PAPER.expired], apc ?? 0),
    stays: true,
  },
  {
    works: 'tramites.editar',
    owner: 'Procesador y banco',
    after: [3],
    applies: mortgage,
    missing: (facts) =>
      approved(facts)
        ? []
        : facts.bank.live === 0
          ? ['Falta una solicitud a un banco.']
          : facts.bank.sent === 0
            ? ['Falta enviar la solicitud al banco.']
            : ['Ningún banco ha aprobado todavía.'],
    started: ({ bank, stateId }) => bank.live > 0 || stateId === SALE.inBank,
    observed: ({ bank }) => bank.observed > 0,
    stays: true,
  },
  {
    works: 'tramites.editar',
    owner: 'Banco',
    after: [4],
    applies: mortgage,
    missing: (facts) =>
      hasLetter(facts)
        ? []
        : facts.bank.chosen?.stateId === APPLICATION.letterExpired
          ? ['La carta promesa venció: pide la prórroga al banco.']
          : facts.bank.chosen === null
            ? ['Falta elegir el banco y recibir su carta promesa.']
            : ['Falta la carta promesa del banco elegido.'],
    started: ({ bank }) => bank.chosen !== null && bank.chosen.stateId >= APPLICATION.approved,
    observed: ({ bank }) => bank.chosen?.stateId === APPLICATION.letterExpired,
  },
  {
    works: 'legal.editar',
    owner: 'Legal y cliente',
    after: [2, 5],
    missing: (facts) =>
      facts.promise?.standing === 'firmada' || atLeast(SALE.promiseSigned)(facts)
        ? []
        : [
            PROMISE_LACKS[
              facts.stateId === SALE.promiseSigning ? 'firma' : (facts.promise?.standing ?? '')
            ] ?? NO_PROMISE,
          ],
    started: ({ stateId, promise }) =>
      stateId === SALE.promiseSigning ||
      (promise !== null && promise.standing !== 'firmada' && promise.standing !== 'anulada'),
    observed: ({ promise }) => promise?.standing === 'rechazada' || promise?.standing === 'vencida',
    stays: true,
  },
  {
    works: 'pagos.editar',
    owner: 'Cliente y contabilidad',
    after: [6],
    missing: ({ installments: { total, confirmed }, stateId }) =>
      stateId >= SALE.disbursed && stateId <= SALE.closed
        ? []
        : total === 0
          ? lacks(stateId >= SALE.inDeed && stateId <= SALE.closed, 'Falta el plan de abonos.')
          : lacks(confirmed >= total, `Faltan ${total - confirmed} de ${total} abonos.`),
    started: ({ installments }) => installments.confirmed + installments.moving > 0,
    dueOn: ({ installments }) => installments.nextDueOn ?? undefined,
  },
  {
    works: 'contratos.aprobar',
    owner: 'Obra',
    after: null,
    missing: (facts) =>
      atLeast(SALE.inDeed)(facts)
        ? []
        : facts.house === null
          ? facts.works === null
            ? ['Faltan la obra terminada y su permiso de ocupación.']
            : [...unbuilt(facts), 'Falta el permiso de ocupación.']
          : [
              ...unbuilt(facts),
              ...lacks(
                permitInForce(facts.house, facts.today),
                facts.house.permitOn ? 'El permiso de ocupación venció.' : 'Falta el permiso de ocupación.',
              ),
              ...lacks(facts.house.segregated, 'Falta segregar la finca.'),
            ],
    started: ({ house, works }) =>
      (works !== null && works.percent > 0) ||
      (house !== null && (house.segregated || house.permitOn !== null)),
    stays: true,
  },
  {
    works: 'legal.crear',
    owner: 'Legal',
    after: [5, 6, 7],
    missing: (facts) =>
      atLeast(SALE.registered)(facts) || (facts.deed?.stateId ?? 0) >= DEED.closed
        ? []
        : facts.stateId === SALE.inDeed
          ? [DEED_LACKS[facts.deed?.stateId ?? 0] ?? 'Falta cerrar la escritura en la notaría.']
          : ['Falta pasar la venta a escritura.'],
    started: ({ stateId }) => stateId === SALE.inDeed,
    stays: true,
  },
  {
    works: 'legal.crear',
    owner: 'Legal y Registro Público',
    after: [9],
    missing: (facts) =>
      atLeast(SALE.registered)(facts)
        ? []
        : facts.deed?.stateId === DEED.defective
          ? ['El Registro Público devolvió la escritura con un defecto.']
          : facts.deed?.stateId === DEED.closed
            ? ['Falta ingresar la escritura al Registro Público.']
            : ['La escritura aún no está inscrita en el Registro Público.'],
    started: ({ deed }) => deed?.stateId === DEED.entered,
    observed: ({ deed }) => deed?.stateId === DEED.defective,
    dueOn: ({ deed }) => deed?.limitOn ?? undefined,
    stays: true,
  },
  {
    works: 'tramites.editar',
    owner: 'Contabilidad y banco',
    cashOwner: 'Contabilidad',
    after: [10],
    missing: (facts) =>
      atLeast(SALE.disbursed)(facts)
        ? []
        : mortgage(facts)
          ? ['Falta el desembolso confirmado del banco.']
          : ['Falta el saldo del precio.'],
    started: ({ disbursementAsked }) => disbursementAsked,
  },
  {
    works: 'ventas.entregar',
    owner: 'Post-venta',
    after: [11],
    missing: (facts) => lacks(atLeast(SALE.delivered)(facts), 'Falta el acta de entrega firmada.'),
    stays: true,
  },
];
