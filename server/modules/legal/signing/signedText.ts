import { showDay, panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { showPhone } from '#contract/phone.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import type { SignedText } from '#contract/legal/signing/pages.ts';

/** The terms of a pre-contract that are part of the signed text. */
export interface Terms {
  code: string;
  receivedAt: Date | null;
  buyer: string;
  documentType: string | null;
  documentNumber: string | null;
  phone: string;
  email: string | null;
  /** The co-buyers, who sign too. */
  along: readonly { name: string; documentType: string | null; documentNumber: string | null }[];
  project: string;
  model: string;
  lot: string | null;
  priceCents: number;
  separationCents: number | null;
  paymentForm: string;
  family: readonly { nombre: string; cedula: string | null }[];
  /** Names of the selling company. */
  seller: string;
}

/** Change the version when these words change. Signed texts keep their own version. */
const VERSION = '2026-01';
/** The declarations that a signer agrees to. */
export const DECLARATIONS = [
  'Declaro que los datos y documentos que entrego son verdaderos.',
  'Aparto la vivienda descrita por el precio indicado. El lote queda reservado mientras corre el plazo de la separación; si no la pago en ese plazo, el lote queda libre.',
  'Este pre-contrato no es la promesa de compraventa: esta se firma aparte, cuando mi expediente esté completo.',
  CONSENT_TEXTS.firma.text,
];

export const DOCUMENTS: Record<string, string> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };

/** The text of the pre-contract, as it is shown for signing. */
export function signedTextOf(terms: Terms): SignedText {
  const line = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  return {
    title: `Pre-contrato ${terms.code}`,
    lines: [
      ...line('Fecha', terms.receivedAt && showDay(panamaDay(terms.receivedAt))),
      ...line('Vende', terms.seller),
      ...line('Compra', terms.buyer),
      ...line(DOCUMENTS[terms.documentType ?? ''] ?? 'Documento', terms.documentNumber),
      ...line('Celular', showPhone(terms.phone)),
      ...line('Correo', terms.email),
      ...terms.along.flatMap(({ name, documentType, documentNumber }) => [
        ...line('Compra también', name),
        ...line(DOCUMENTS[documentType ?? ''] ?? 'Documento', documentNumber),
      ]),
      ...line('Proyecto', terms.project),
      ...line('Modelo', terms.model),
      ...line('Lote', terms.lot ?? 'Por elegir'),
      ...line('Precio', formatMoney(terms.priceCents)),
      ...line('Separación', terms.separationCents === null ? null : formatMoney(terms.separationCents)),
      ...line('Forma de pago', terms.paymentForm === 'contado' ? 'Contado' : 'Hipoteca'),
      ...line(
        'Grupo familiar',
        terms.family.map(({ nombre, cedula }) => (cedula ? `${nombre} (${cedula})` : nombre)).join(', '),
      ),
    ],
    paragraphs: DECLARATIONS,
  };
}

/** The exact text that is hashed and signed. */
export const canonicalText = (text: SignedText): string =>
  [
    `v${VERSION}`,
    text.title,
    ...text.lines.map(({ label, value }) => `${label}: ${value}`),
    ...text.paragraphs,
  ].join('\n');
