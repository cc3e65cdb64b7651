import { isInProgress, OPEN_STATES, SALE } from './rules.ts';

// Actions on a sale besides state changes. Each function returns the reason against it, or null.

const isIn = (states: readonly number[], stateId: number) => states.includes(stateId);

/** The person's data and family: until the review begins. */
export const whyNotEdit = (stateId: number) =>
  isIn([SALE.draft, SALE.received], stateId)
    ? null
    : 'Los datos del cliente se cambian hasta que empieza la revisión.';

/** A received pre-contract keeps its model and price (product.md, lots). */
export const whyNotChangeModel = (stateId: number) =>
  stateId === SALE.draft ? null : 'El modelo de un pre-contrato recibido cambia solo por adenda.';

/**
 * Sector, employment status and form of payment decide the list of documents: they can change while documents are being
 * collected.
 */
export const whyNotEditTerms = (stateId: number) =>
  stateId <= SALE.papersMissing
    ? null
    : 'El expediente ya está cerrado: estos datos cambian solo por adenda.';

export const whyNotChangeLot = (stateId: number) =>
  stateId <= SALE.papersMissing || stateId === SALE.expired
    ? null
    : isIn(OPEN_STATES, stateId)
      ? 'El expediente ya está cerrado: el lote cambia solo por adenda.'
      : isInProgress(stateId)
        ? 'La promesa ya está firmada: el lote no cambia.'
        : 'Esta venta ya no está en curso.';

/** Whether the adviser may choose the lot, or only a coordinator (domain.md §2.1). */
export const lotPermission = (stateId: number) =>
  stateId <= SALE.received ? ('ventas.editar' as const) : ('ventas.aprobar' as const);

export const whyNotReassign = (stateId: number) =>
  isIn(OPEN_STATES, stateId) ? null : 'Solo una venta en preparación tiene procesador.';

export const whyNotSetAdviser = (stateId: number) =>
  stateId <= SALE.promiseSigned ? null : 'Esta venta ya no cambia de asesor.';

export const whyNotSetLawyer = (stateId: number) =>
  isInProgress(stateId) ? null : 'Solo una venta en curso tiene abogado.';

export const whyNotSendLink = (stateId: number, email: string | null) =>
  stateId > SALE.closed
    ? 'Esta venta ya no está en curso.'
    : email
      ? null
      : 'Escribe primero el correo del cliente.';

/** Staff may confirm the identity of a web buyer, instead of a one-time code (rulings 38). */
export const whyNotVouch = (stateId: number, unconfirmed: boolean) =>
  !unconfirmed
    ? 'Este cliente ya está confirmado.'
    : stateId > SALE.complete
      ? 'Esta venta ya no tiene un lote por confirmar.'
      : null;

/** A coordinator may extend a paid separation once, while it is active (domain.md §1). */
export const whyNotExtend = (
  stateId: number,
  claim: { kind: string; until: unknown } | null,
  extended: boolean,
) =>
  extended
    ? 'La separación ya se extendió una vez.'
    : stateId < SALE.received || stateId > SALE.complete
      ? 'Solo se extiende la separación de una venta en curso.'
      : claim?.kind !== 'separation'
        ? 'Falta la separación pagada y confirmada.'
        : claim.until === null
          ? 'La separación espera a contabilidad: no corre el tiempo.'
          : null;

/** The employment sector is unknown: for a mortgage it decides the list of documents (domain.md §1.1). */
export const asksWork = (sale: {
  stateId: number;
  paymentForm: string;
  workSector: string | null;
}): boolean =>
  sale.workSector === null &&
  sale.paymentForm === 'hipoteca' &&
  sale.stateId > SALE.draft &&
  whyNotEditTerms(sale.stateId) === null;
