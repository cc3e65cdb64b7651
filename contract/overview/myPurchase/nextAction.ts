import { dayText } from '#contract/dates.ts';
import { MISSING_DOCUMENTS } from '#contract/sales/documents/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { ConsentKind } from '#contract/sales/consents/consents.ts';
import type { Missing } from '#contract/sales/purchase/rules.ts';

/** Facts that decide a customer's next action. */
export interface PurchaseFacts {
  stateId: number;
  /** Missing parts of the form, while it is a draft. */
  missing: readonly Missing[];
  /** State of the separation payment; null when there is none. */
  separationState: number | null;
  /** Labels and states of the required documents. */
  papers: readonly { label: string; stateId: number }[];
  /** The claim on the lot expired, and the lot can be claimed again. */
  mayRenew: boolean;
  /** The company still holds money of an ended purchase. */
  holdsMoney: boolean;
  /** Who took the purchase over; missing: it was not ceded. */
  cededTo?: string | undefined;
  /** Consents that the purchase needs and lacks. */
  permits: readonly ConsentKind[];
  /**
   * The claim on the lot waits for the buyer's code: where the code is sent, and how many hours the lot is kept after
   * it.
   */
  toConfirm: { mail: boolean; hours: number } | null;
  /** The pre-contract or another document waits for the customer's signature. */
  toSign: boolean;
  /**
   * The promise in signing: its document that waits for this buyer; null: it waits for the others. Missing: it is signed
   * on paper.
   */
  promiseToSign?: number | null;
  /** Titles of other documents that wait for the signature of this buyer. */
  documents?: readonly string[];
  /** The employment sector is unknown, so the income documents cannot be requested. */
  asksWork: boolean;
  /** Of the down payment: number of overdue installments, and the next due day. */
  installments: { overdue: number; nextDueOn: string | null };
}

export const NEXT_ACTIONS = [
  'formulario',
  'confirmar',
  'revisar_lote',
  'separacion',
  'permiso',
  'trabajo',
  'documentos',
  'firma',
  'firmar',
  'promesa',
  'abono',
  'mi_compra',
  'terminada',
] as const;
export type NextActionKind = (typeof NEXT_ACTIONS)[number];

export interface NextAction {
  kind: NextActionKind;
  title: string;
  text: string;
  button: string;
}

/** Holder of a stage with a duty of the buyer. */
export const YOU = 'Tú';

/** A separation that is reported, in verification or confirmed. */
const PAID: readonly (number | null)[] = [PAYMENT.reported, PAYMENT.verifying, PAYMENT.confirmed];
const OPEN_PAPERS: readonly number[] = MISSING_DOCUMENTS;
const list = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;
const inSentence = (labels: readonly string[]) =>
  list(labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} más`] : labels);

const lacking = (labels: readonly string[]) =>
  `${labels.length === 1 ? 'Falta' : 'Faltan'} ${inSentence(labels)}.`;

/** Title and text while documents are still to be sent. */
export const papersToSend = (labels: readonly string[]): Pick<NextAction, 'title' | 'text'> => ({
  title: labels.length === 1 ? 'Sube un documento' : `Sube ${labels.length} documentos`,
  text: lacking(labels),
});

/** The customer's next action (domain.md §2, "Next action for the client"; rulings.md 19). */
export function nextActionFor(facts: PurchaseFacts): NextAction {
  if (hasEnded(facts.stateId)) return ended(facts);
  if (facts.stateId === SALE.draft)
    return {
      kind: 'formulario',
      title: 'Completa tu formulario',
      text:
        facts.missing.length > 0
          ? `${lacking(facts.missing.map(({ label }) => label))} Lo que ya escribiste está guardado.`
          : 'Ya está todo: revisa tus datos y envíalos.',
      button: 'Completar formulario',
    };
  return dutiesOf(facts)[0] ?? QUIET;
}

const QUIET: NextAction = {
  kind: 'mi_compra',
  title: 'Por ahora no tienes que hacer nada',
  text: 'Nosotros seguimos con tu compra y te avisamos del próximo paso.',
  button: 'Ver mi compra',
};

/** A step that waits for the customer, with its stage (1-12). */
export type Duty = NextAction & { stage: number };

/** All duties of the customer in an active sale, most urgent first: the first one is the next action. */
export function dutiesOf(facts: PurchaseFacts): Duty[] {
  if (facts.stateId === SALE.draft || hasEnded(facts.stateId)) return [];
  const open = facts.papers.filter(({ stateId }) => OPEN_PAPERS.includes(stateId));
  const unpaid = !PAID.includes(facts.separationState) && facts.stateId <= SALE.complete;
  const { overdue, nextDueOn } = facts.installments;
  return [
    ...(facts.toConfirm ? [{ ...confirmation(facts.toConfirm), stage: 1 }] : []),
    ...(unpaid ? [separationDuty(facts)] : []),
    ...documentDuties(facts),
    ...(facts.permits.includes('datos') ? [DATA_PERMIT] : []),
    ...(facts.asksWork ? [WORK] : []),
    ...(open.length > 0
      ? [
          {
            kind: 'documentos' as const,
            stage: 2,
            ...papersToSend(open.map(({ label }) => label)),
            button: 'Subir documentos',
          },
        ]
      : []),
    ...(facts.toSign && facts.stateId < SALE.promiseSigning ? [SIGNATURE] : []),
    ...(facts.permits.includes('apc') ? [APC_PERMIT] : []),
    ...(facts.stateId === SALE.promiseSigning && facts.promiseToSign !== null
      ? [facts.promiseToSign === undefined ? PROMISE : READ_PROMISE]
      : []),
    ...(overdue > 0 || (nextDueOn !== null && facts.stateId >= SALE.promiseSigned)
      ? [installmentDuty(overdue, nextDueOn)]
      : []),
  ];
}

function separationDuty({ separationState }: PurchaseFacts): Duty {
  const rejected = separationState === PAYMENT.rejected;
  return {
    kind: 'separacion',
    stage: 1,
    title: rejected ? 'Revisa tu pago' : 'Paga y reporta tu separación',
    text: rejected
      ? 'No pudimos confirmar tu pago. Mira el motivo y envía el comprobante correcto.'
      : 'Haz el pago y envíanos el comprobante con el monto: así el lote queda separado a tu nombre.',
    button: 'Reportar separación',
  };
}

/** Documents sent for signing have a last day, so they come before papers. */
function documentDuties({ documents = [] }: PurchaseFacts): Duty[] {
  const [first] = documents;
  if (first === undefined) return [];
  return [
    {
      kind: 'firmar',
      stage: 6,
      title: documents.length === 1 ? `Firma «${first}»` : `Firma ${documents.length} documentos`,
      text: 'Léelo con calma y fírmalo desde aquí. Si algo no está bien, ahí mismo nos lo dices.',
      button: 'Leer y firmar',
    },
  ];
}

const DATA_PERMIT: Duty = {
  kind: 'permiso',
  stage: 2,
  title: 'Danos tu permiso',
  text: 'Sin él no podemos recibir tus documentos.',
  button: 'Leerlo y aceptar',
};
const WORK: Duty = {
  kind: 'trabajo',
  stage: 2,
  title: 'Dinos en qué trabajas',
  text: 'Con eso sabemos qué comprobantes de ingresos te pide el banco.',
  button: 'Decirlo ahora',
};
const SIGNATURE: Duty = {
  kind: 'firma',
  stage: 2,
  title: 'Firma tu pre-contrato',
  text: 'Léelo y fírmalo con el dedo en la pantalla.',
  button: 'Firmar',
};
const APC_PERMIT: Duty = {
  kind: 'permiso',
  stage: 3,
  title: 'Autoriza la consulta de tu crédito',
  text: 'El banco la pide para estudiar tu hipoteca.',
  button: 'Leerla y autorizar',
};
const PROMISE: Duty = {
  kind: 'promesa',
  stage: 6,
  title: 'Firma tu promesa de compraventa',
  text: 'El contrato está listo. Acuerda el día de la firma con la persona que lleva tu trámite.',
  button: 'Ver quién lleva mi trámite',
};

const READ_PROMISE: Duty = {
  ...PROMISE,
  text: 'Léela con calma y fírmala desde tu celular. Te enviamos un código para confirmar que eres tú.',
  button: 'Leer y firmar',
};

function installmentDuty(overdue: number, nextDueOn: string | null): Duty {
  return {
    kind: 'abono',
    stage: 7,
    title:
      overdue > 1
        ? `Paga ${overdue} abonos vencidos`
        : overdue === 1
          ? 'Paga tu abono vencido'
          : `Tu próximo abono vence el ${dayText(nextDueOn!)}`,
    text: 'Págalo y envíanos el comprobante con el monto.',
    button: 'Ver mis abonos',
  };
}

const confirmation = ({ mail, hours }: NonNullable<PurchaseFacts['toConfirm']>): NextAction => ({
  kind: 'confirmar',
  title: mail ? 'Confirma tu correo' : 'Confirma tu celular',
  text: `Confirma tu ${mail ? 'correo' : 'celular'} para guardar tu lote ${hours} horas.`,
  button: mail ? 'Confirmar mi correo' : 'Confirmar mi celular',
});

const ended = ({ stateId, holdsMoney, mayRenew, cededTo }: PurchaseFacts): NextAction =>
  cededTo !== undefined
    ? {
        kind: 'terminada',
        title: 'Cediste esta compra',
        text: `La compra sigue a nombre de ${cededTo}, con lo que habías pagado. Tus recibos y el documento firmado siguen aquí.`,
        button: 'Ver mi compra',
      }
    : mayRenew
      ? {
          kind: 'revisar_lote',
          title: 'Tu separación venció',
          text: 'El tiempo de tu lote terminó. Si sigue libre te lo guardamos otra vez; si no, eliges otro. Tus datos y documentos siguen guardados.',
          button: 'Revisar si sigue libre',
        }
      : over({ stateId, holdsMoney });

const over = ({ stateId, holdsMoney }: Pick<PurchaseFacts, 'stateId' | 'holdsMoney'>): NextAction => ({
  kind: 'terminada',
  title: stateId === SALE.expired ? 'Tu separación venció' : 'Esta compra terminó',
  text:
    stateId === SALE.expired
      ? 'El lote quedó libre otra vez. Escríbenos si todavía quieres tu casa: tus datos y documentos siguen guardados.'
      : holdsMoney
        ? 'Lo que te devolvemos de tu pago aparece aquí; te avisamos.'
        : 'Escríbenos si quieres empezar de nuevo.',
  button: 'Ver mi compra',
});

/**
 * Target of a next action's button; `name` is the sale's code, or its number without a code. `documentId`: the document that
 * waits for the buyer's signature.
 */
export const addressOf = (kind: NextActionKind, name: string, documentId: number | null = null) =>
  ({
    formulario: `/clientes/precontrato/${name}`,
    confirmar: `/clientes/mi-compra/${name}#confirmar`,
    revisar_lote: `/clientes/mi-compra/${name}#lote`,
    separacion: `/clientes/mi-compra/${name}#separacion`,
    permiso: `/clientes/mi-compra/${name}#permisos`,
    trabajo: `/clientes/mi-compra/${name}#trabajo`,
    documentos: `/clientes/mi-compra/${name}#documentos`,
    promesa:
      documentId === null
        ? `/clientes/mi-compra/${name}#personas`
        : `/clientes/documentos/${documentId}/firmar`,
    abono: `/clientes/mi-compra/${name}#pagos`,
    firma: `/clientes/firma/${name}`,
    firmar: `/clientes/mi-compra/${name}#firmas`,
    mi_compra: `/clientes/mi-compra/${name}`,
    terminada: `/clientes/mi-compra/${name}`,
  })[kind];
