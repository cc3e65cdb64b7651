import { DEED } from '#contract/company/catalogs/states.ts';
import { showDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { DeedStatusChange } from '#contract/legal/deeds/model.ts';
import type { FoundDeed } from './deeds.queries.ts';
import type { deeds } from './deeds.table.ts';

type Set = Partial<typeof deeds.$inferInsert>;

/** What a step writes, with its faults at the fields of the request. */
export interface Step {
  set: Set;
  /** The new entry in the registry. */
  entry?: { number: string; enteredOn: string };
  /** The defect of the current entry. */
  defect?: { text: string; on: string; limitOn: string };
  faults: FieldError[];
}

/** Collects values and faults of one step. */
class Reading {
  readonly faults: FieldError[] = [];
  readonly #given: DeedStatusChange;
  readonly #today: string;

  constructor(given: DeedStatusChange, today: string) {
    this.#given = given;
    this.#today = today;
  }

  put(field: string, message: string): void {
    this.faults.push({ field: `params[${field}]`, message });
  }

  text(field: 'notaria' | 'numero' | 'entrada' | 'folio', missing: string): string {
    const value = this.#given[field] ?? '';
    if (!value) this.put(field, missing);
    return value;
  }

  /** A day that has come, not before `after`; today when the request has none and `usual` is set. */
  day(
    field:
      | 'fecha'
      | 'firma_comprador'
      | 'firma_promotora'
      | 'firma_banco'
      | 'entregada_banco'
      | 'entregada_cliente',
    { after, what, missing }: { after?: string | null | undefined; what: string; missing?: string },
    known: string | null = null,
  ): string {
    const value = this.#given[field] ?? known ?? (missing ? '' : this.#today);
    if (!value) this.put(field, missing ?? 'Escribe la fecha.');
    else if (value > this.#today) this.put(field, 'La fecha no puede ser posterior a hoy.');
    else if (after && value < after) this.put(field, `No puede ser antes de ${what}, el ${showDay(after)}.`);
    return value;
  }
}

const latest = (...days: (string | null)[]): string | null =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null;

/**
 * Reads what the step to a state records (domain.md §3, Escritura): the day, the notary, signatures, numbers. `last`: the
 * current entry in the registry.
 */
export function readStep(
  deed: FoundDeed,
  change: DeedStatusChange,
  {
    today,
    last,
    paidOn,
  }: {
    today: string;
    last: { number: string; entered_on: string; defect_on: string | null } | undefined;
    /** The last day on which a tax of it was paid. */
    paidOn: string | null;
  },
): Step {
  const read = new Reading(change, today);
  const done = (set: Set, more: Partial<Step> = {}): Step => ({ set, faults: read.faults, ...more });
  switch (change.estado_id) {
    case DEED.withBank:
      return done({ sentToBankOn: read.day('fecha', { what: '' }) });
    case DEED.approved:
      return done(
        deed.stateId === DEED.withBank
          ? { bankApprovedOn: read.day('fecha', { after: deed.sentToBankOn, what: 'enviarla al banco' }) }
          : {},
      );
    case DEED.signing: {
      const notary = read.text('notaria', 'Escribe la notaría.');
      const on = change.fecha;
      if (!on) read.put('fecha', 'Escribe el día de la firma en la notaría.');
      else if (deed.bankApprovedOn && on < deed.bankApprovedOn)
        read.put(
          'fecha',
          `No puede ser antes de que el banco la aprobara, el ${showDay(deed.bankApprovedOn)}.`,
        );
      return done({ notary, notaryOn: on ?? null });
    }
    case DEED.signed: {
      const rule = {
        after: deed.bankApprovedOn,
        what: 'que el banco la aprobara',
        missing: 'Escribe el día en que firmó.',
      };
      const set: Set = {
        buyerSignedOn: read.day('firma_comprador', rule, deed.buyerSignedOn),
        companySignedOn: read.day('firma_promotora', rule, deed.companySignedOn),
      };
      if (deed.paymentForm !== 'contado') set.bankSignedOn = read.day('firma_banco', rule, deed.bankSignedOn);
      return done(set);
    }
    case DEED.closed: {
      const signedOn = latest(deed.buyerSignedOn, deed.companySignedOn, deed.bankSignedOn);
      const after = latest(signedOn, paidOn);
      return done({
        number: read.text('numero', 'Escribe el número de la escritura.'),
        closedOn: read.day('fecha', {
          after,
          what: after === paidOn && paidOn !== signedOn ? 'pagar los impuestos' : 'la última firma',
        }),
      });
    }
    case DEED.entered: {
      const again = deed.stateId === DEED.defective;
      const number =
        again && !change.entrada
          ? (last?.number ?? '')
          : read.text('entrada', 'Escribe el número de entrada.');
      const enteredOn = read.day('fecha', {
        after: again ? last?.defect_on : deed.closedOn,
        what: again ? 'el defecto' : 'cerrarla en la notaría',
      });
      return done({}, { entry: { number, enteredOn } });
    }
    case DEED.defective: {
      const on = read.day('fecha', { after: last?.entered_on, what: 'ingresarla' });
      const limitOn = change.limite ?? '';
      if (!limitOn) read.put('limite', 'Escribe el último día para corregir el defecto.');
      else if (limitOn < on) read.put('limite', 'No puede ser antes del día del defecto.');
      return done({}, { defect: { text: change.motivo ?? '', on, limitOn } });
    }
    case DEED.registered:
      return done({
        folio: read.text('folio', 'Escribe el folio de la inscripción.'),
        inscribedOn: read.day('fecha', { after: last?.entered_on, what: 'ingresarla' }),
      });
    case DEED.handedOver: {
      const rule = {
        after: deed.inscribedOn,
        what: 'la inscripción',
        missing: 'Escribe el día de la entrega.',
      };
      const set: Set = { givenBuyerOn: read.day('entregada_cliente', rule) };
      if (deed.paymentForm !== 'contado') set.givenBankOn = read.day('entregada_banco', rule);
      return done(set);
    }
    default:
      return done({});
  }
}
