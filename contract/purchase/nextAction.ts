import { DOCUMENT } from '../documents/rules.ts';
import { PAYMENT } from '../payments/rules.ts';
import { ENDED_STATES, SALE } from '../sales/rules.ts';
import type { ConsentKind } from '../privacy/consents.ts';
import type { Missing } from './rules.ts';

/** What a customer's next action depends on. */
export interface PurchaseFacts {
  stateId: number;
  /** What the form lacks, while it is a draft. */
  missing: readonly Missing[];
  /** State of the separation payment; null when there is none. */
  separationState: number | null;
  /** Labels and states of the papers that are required. */
  papers: readonly { label: string; stateId: number }[];
  /** The time of its lot is over, and the lot can be asked for again. */
  mayRenew: boolean;
  /** Money of the buyer that is still here, of a purchase that ended. */
  holdsMoney: boolean;
  /** Consents that the purchase needs now and does not have. */
  permits: readonly ConsentKind[];
  /** The lot waits for the buyer's code: what it is sent to, and how long the lot is kept then. */
  toConfirm: { mail: boolean; hours: number } | null;
  /** The pre-contract itself, or a paper sent to sign, waits for the customer's signature. */
  toSign: boolean;
}

export type NextActionKind =
  | 'formulario'
  | 'confirmar'
  | 'revisar_lote'
  | 'separacion'
  | 'permiso'
  | 'documentos'
  | 'firma'
  | 'mi_compra'
  | 'terminada';

export interface NextAction {
  kind: NextActionKind;
  title: string;
  text: string;
  button: string;
}

const UNPAID: readonly (number | null)[] = [null, PAYMENT.pending, PAYMENT.rejected, PAYMENT.overdue];
const OPEN_PAPERS: readonly number[] = [DOCUMENT.pending, DOCUMENT.rejected, DOCUMENT.expired];
const list = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;
const inSentence = (labels: readonly string[]) =>
  list(labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} más`] : labels);

const lacking = (labels: readonly string[]) =>
  `${labels.length === 1 ? 'Falta' : 'Faltan'} ${inSentence(labels)}.`;

/** What to say while papers are still to be sent. */
export const papersToSend = (labels: readonly string[]): Pick<NextAction, 'title' | 'text'> => ({
  title: labels.length === 1 ? 'Sube un documento' : `Sube ${labels.length} documentos`,
  text: lacking(labels),
});

/** The one next thing for the customer to do (domain.md §2, "Next action for the client"; rulings.md 19). */
export function nextActionFor(facts: PurchaseFacts): NextAction {
  if (ENDED_STATES.some((state) => state === facts.stateId)) return ended(facts);
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
  if (facts.toConfirm) return confirmation(facts.toConfirm);
  if (UNPAID.includes(facts.separationState) && facts.stateId <= SALE.complete)
    return {
      kind: 'separacion',
      title: facts.separationState === PAYMENT.rejected ? 'Revisa tu pago' : 'Paga y reporta tu separación',
      text:
        facts.separationState === PAYMENT.rejected
          ? 'No pudimos confirmar tu pago. Mira el motivo y envía el comprobante correcto.'
          : 'Haz el pago y envíanos el comprobante con el monto: así el lote queda separado a tu nombre.',
      button: 'Reportar separación',
    };
  if (facts.permits.includes('datos'))
    return {
      kind: 'permiso',
      title: 'Danos tu permiso',
      text: 'Sin él no podemos recibir tus documentos.',
      button: 'Leerlo y aceptar',
    };
  const open = facts.papers.filter(({ stateId }) => OPEN_PAPERS.includes(stateId));
  if (open.length > 0)
    return {
      kind: 'documentos',
      ...papersToSend(open.map(({ label }) => label)),
      button: 'Subir documentos',
    };
  if (facts.toSign)
    return {
      kind: 'firma',
      title: 'Firma tu pre-contrato',
      text: 'Léelo y fírmalo con el dedo en la pantalla.',
      button: 'Firmar',
    };
  if (facts.permits.includes('apc'))
    return {
      kind: 'permiso',
      title: 'Autoriza la consulta de tu crédito',
      text: 'El banco la pide para estudiar tu hipoteca.',
      button: 'Leerla y autorizar',
    };
  return {
    kind: 'mi_compra',
    title: 'Por ahora no tienes que hacer nada',
    text: 'Nosotros seguimos con tu compra y te avisamos del próximo paso.',
    button: 'Ver mi compra',
  };
}

const confirmation = ({ mail, hours }: NonNullable<PurchaseFacts['toConfirm']>): NextAction => ({
  kind: 'confirmar',
  title: mail ? 'Confirma tu correo' : 'Confirma tu celular',
  text: `Confirma tu ${mail ? 'correo' : 'celular'} para guardar tu lote ${hours} horas.`,
  button: mail ? 'Confirmar mi correo' : 'Confirmar mi celular',
});

const ended = ({ stateId, holdsMoney, mayRenew }: PurchaseFacts): NextAction =>
  mayRenew
    ? {
        kind: 'revisar_lote',
        title: 'Tu separación venció',
        text: 'El tiempo de tu lote terminó. Si sigue libre te lo guardamos otra vez; si no, escoges otro. Tus datos y documentos siguen guardados.',
        button: 'Revisar si sigue libre',
      }
    : over({ stateId, holdsMoney });

const over = ({ stateId, holdsMoney }: Pick<PurchaseFacts, 'stateId' | 'holdsMoney'>): NextAction => ({
  kind: 'terminada',
  title: stateId === SALE.expired ? 'Tu separación venció' : 'Esta compra terminó',
  text:
    stateId === SALE.expired
      ? 'El lote quedó libre otra vez. Escríbenos si todavía quieres tu casa: tus datos y papeles siguen guardados.'
      : holdsMoney
        ? 'Lo que te devolvemos de tu pago aparece aquí; te avisamos.'
        : 'Escríbenos si quieres empezar de nuevo.',
  button: 'Ver mi compra',
});

/** Where the button of a next action leads; `name` is the sale's code, or its number while it has none. */
export const addressOf = (kind: NextActionKind, name: string) =>
  ({
    formulario: `/clientes/precontrato/${name}`,
    confirmar: `/clientes/mi-compra/${name}#confirmar`,
    revisar_lote: `/clientes/mi-compra/${name}#lote`,
    separacion: `/clientes/mi-compra/${name}#separacion`,
    permiso: `/clientes/mi-compra/${name}#permisos`,
    documentos: `/clientes/mi-compra/${name}#documentos`,
    firma: `/clientes/firma/${name}`,
    mi_compra: `/clientes/mi-compra/${name}`,
    terminada: `/clientes/mi-compra/${name}`,
  })[kind];
