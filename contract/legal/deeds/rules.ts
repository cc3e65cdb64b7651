import { DEED } from '#contract/company/catalogs/states.ts';
import type { Missing } from '#contract/offers.ts';
import type { Machine, WhyNot } from '#contract/transitions.ts';
import { DEED_TAXES, type DeedTaxKind } from './taxes.ts';
import { lowerFirst } from '#contract/words.ts';

/** The paz y salvos that a deed needs (domain.md §1, row 12). ph: only in a property under the horizontal regime. */
export const CERTIFICATES = {
  inmueble: 'Paz y salvo de inmueble (DGI)',
  idaan: 'Paz y salvo del IDAAN',
  ph: 'Paz y salvo de cuotas del PH',
} as const;
export type CertificateKind = keyof typeof CERTIFICATES;
export const CERTIFICATE_NAMES = Object.keys(CERTIFICATES) as [CertificateKind, ...CertificateKind[]];

export const CERTIFICATE_STANDINGS = {
  falta: 'Falta',
  listo: 'En vigor',
  por_vencer: 'Por vencer',
  vencido: 'Vencido',
  no_aplica: 'No aplica',
} as const;
export type CertificateStanding = keyof typeof CERTIFICATE_STANDINGS;
/** Days before its end from which a paz y salvo is shown and told as expiring. */
export const CERTIFICATE_WARNING_DAYS = 7;

/** States in which a deed can still be voided: the registry does not have it yet. */
export const VOIDABLE: readonly number[] = [
  DEED.toDo,
  DEED.drafting,
  DEED.withBank,
  DEED.approved,
  DEED.signing,
  DEED.signed,
  DEED.taxes,
  DEED.closed,
];
/** The deed is not finished: something still waits for somebody. */
export const OPEN_DEEDS: readonly number[] = [...VOIDABLE, DEED.entered, DEED.defective, DEED.registered];

/** What the rules of a deed need. Days are YYYY-MM-DD. */
export interface DeedFacts {
  /** A bank pays: it reviews the draft and signs. */
  mortgage: boolean;
  /** The letter of promise is in force today; of a sale without a bank always true. */
  letterHolds: boolean;
  /** What the house's legal file lacks. */
  house: readonly Missing[];
  taxes: Readonly<Record<DeedTaxKind, boolean>>;
  certificates: Readonly<Record<CertificateKind, CertificateStanding>>;
  /** Somebody asked to void it; null: nobody. */
  voidAsked: { byCaller: boolean } | null;
}

/** Codes by which the deed's page knows where to mend what is missing. */
export const DEED_MISSING = {
  house: 'HOUSE',
  tax: 'TAX',
  certificate: 'CERTIFICATE',
  letter: 'LETTER',
} as const;

const LETTER_ENDED: WhyNot = {
  code: DEED_MISSING.letter,
  reason: 'La carta promesa no está en vigor: pide su prórroga al banco.',
  missing: [{ code: DEED_MISSING.letter, label: 'Carta promesa en vigor' }],
};
const lacking = (missing: readonly Missing[]): WhyNot => ({
  code: missing[0]!.code,
  reason: `Falta: ${missing.map(({ label }) => lowerFirst(label)).join(', ')}.`,
  missing,
});

const taxesMissing = ({ taxes }: DeedFacts): Missing[] =>
  (Object.keys(DEED_TAXES) as DeedTaxKind[])
    .filter((kind) => !taxes[kind])
    .map((kind) => ({ code: DEED_MISSING.tax, label: `Boleta del ${DEED_TAXES[kind]}` }));

const certificatesMissing = ({ certificates }: DeedFacts): Missing[] =>
  (Object.keys(CERTIFICATES) as CertificateKind[]).flatMap((kind) => {
    const standing = certificates[kind];
    const label = CERTIFICATES[kind];
    return standing === 'falta'
      ? [{ code: DEED_MISSING.certificate, label }]
      : standing === 'vencido'
        ? [{ code: DEED_MISSING.certificate, label: `${label} en vigor` }]
        : [];
  });

const orNull = (missing: readonly Missing[]): WhyNot | null => (missing.length > 0 ? lacking(missing) : null);

/**
 * The state machine of a deed (domain.md §3, Escritura). Lawyers work it with `legal.crear`; accounting takes the step of
 * the taxes with `legal.editar`; voiding takes two people with `legal.anular` (rulings.md 49). A sale without a bank goes
 * from the draft straight to the notary.
 */
export const deedMachine: Machine<DeedFacts> = {
  entity: 'escritura',
  transitions: [
    { from: [DEED.toDo], to: DEED.drafting, label: 'Empezar la minuta', permission: 'legal.crear' },
    {
      from: [DEED.drafting],
      to: DEED.withBank,
      label: 'Enviar la minuta al banco',
      permission: 'legal.crear',
      whyNot: ({ mortgage, letterHolds }) =>
        !mortgage
          ? 'Una venta de contado no pasa por el banco: la minuta va directo a la notaría.'
          : letterHolds
            ? null
            : LETTER_ENDED,
    },
    {
      from: [DEED.withBank],
      to: DEED.approved,
      label: 'El banco aprobó la minuta',
      permission: 'legal.crear',
    },
    {
      from: [DEED.drafting],
      to: DEED.approved,
      label: 'Minuta lista para notaría',
      permission: 'legal.crear',
      whyNot: ({ mortgage }) => (mortgage ? 'Falta que el banco apruebe la minuta.' : null),
    },
    {
      from: [DEED.withBank],
      to: DEED.drafting,
      label: 'El banco la devolvió',
      permission: 'legal.crear',
      reason: 'required',
    },
    {
      from: [DEED.approved],
      to: DEED.signing,
      label: 'Citar en la notaría',
      permission: 'legal.crear',
      whyNot: ({ house, letterHolds }) =>
        house.length > 0
          ? lacking(house.map(({ label }) => ({ code: DEED_MISSING.house, label })))
          : letterHolds
            ? null
            : LETTER_ENDED,
    },
    {
      from: [DEED.signing],
      to: DEED.signed,
      label: 'Registrar las firmas',
      permission: 'legal.crear',
      whyNot: ({ letterHolds }) => (letterHolds ? null : LETTER_ENDED),
    },
    {
      from: [DEED.signed],
      to: DEED.taxes,
      label: 'Impuestos y paz y salvos listos',
      permission: 'legal.editar',
      whyNot: (facts) => orNull([...taxesMissing(facts), ...certificatesMissing(facts)]),
    },
    {
      from: [DEED.taxes],
      to: DEED.closed,
      label: 'Cerrar en la notaría',
      permission: 'legal.crear',
      whyNot: (facts) => orNull(certificatesMissing(facts)),
    },
    {
      from: [DEED.closed],
      to: DEED.entered,
      label: 'Ingresar al Registro Público',
      permission: 'legal.crear',
    },
    {
      from: [DEED.entered],
      to: DEED.registered,
      label: 'Registrar la inscripción',
      permission: 'legal.crear',
    },
    {
      from: [DEED.entered],
      to: DEED.defective,
      label: 'Registrar un defecto',
      permission: 'legal.crear',
      reason: 'required',
    },
    { from: [DEED.defective], to: DEED.entered, label: 'Reingresar', permission: 'legal.crear' },
    {
      from: [DEED.registered],
      to: DEED.handedOver,
      label: 'Entregar al banco y al cliente',
      permission: 'legal.crear',
    },
    {
      from: VOIDABLE,
      to: DEED.voided,
      label: 'Anular la escritura',
      permission: 'legal.anular',
      whyNot: ({ voidAsked }) =>
        voidAsked === null
          ? 'Primero alguien de Legal o Gerencia tiene que pedir la anulación.'
          : voidAsked.byCaller
            ? 'La pediste tú: la decide otra persona de Legal o Gerencia.'
            : null,
    },
  ],
};

/** The next state on the deed's way. A cash sale skips the bank's review. */
export function nextOf(stateId: number, mortgage: boolean): number | null {
  switch (stateId) {
    case DEED.drafting:
      return mortgage ? DEED.withBank : DEED.approved;
    case DEED.entered:
      return DEED.registered;
    case DEED.defective:
      return DEED.entered;
    case DEED.handedOver:
    case DEED.voided:
      return null;
    case DEED.registered:
      return DEED.handedOver;
    default:
      return stateId + 1;
  }
}

/** Who has to act on a deed in a state. */
export const DEED_HOLDERS: Readonly<Record<number, string>> = {
  [DEED.toDo]: 'Legal',
  [DEED.drafting]: 'Legal',
  [DEED.withBank]: 'Banco',
  [DEED.approved]: 'Legal',
  [DEED.signing]: 'Notaría y firmantes',
  [DEED.signed]: 'Contabilidad',
  [DEED.taxes]: 'Legal y notaría',
  [DEED.closed]: 'Legal',
  [DEED.entered]: 'Registro Público',
  [DEED.defective]: 'Legal',
  [DEED.registered]: 'Legal',
};

/** How a paz y salvo stands on a day. */
export function certificateStanding(
  one: { expiresOn: string } | undefined,
  today: string,
  soon: string,
  applies = true,
): CertificateStanding {
  if (!applies) return 'no_aplica';
  if (!one) return 'falta';
  if (one.expiresOn < today) return 'vencido';
  return one.expiresOn <= soon ? 'por_vencer' : 'listo';
}
