import { dayText, panamaDay } from '#contract/dates.ts';
import { clausesFor, missingFields, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { fieldLabel, type FieldValues } from '#contract/legal/contractTemplates/fields.ts';
import type { PromiseTerms, Snapshot } from '#contract/legal/promises/snapshot.ts';
import { documentText, holdingOf, valuesOf } from '#contract/legal/promises/values.ts';
import type { Context } from '#server/kernel/context.ts';
import type { ContractPaper } from '#server/modules/legal/contractTemplates/contractPaper.service.ts';
import { storedPdf } from '#server/modules/legal/envelopes/stored.service.ts';
import type { PromiseRow } from './last.service.ts';
import type { BuyerAttorney, FrozenRepresentative } from './promises.table.ts';

// Parts of every document that is written from a frozen sale: the promise, its addenda, its rescission.

type Signers = ContractPaper['signers'];

/** Who signs: the frozen buyers or who does so for them, who joins with this document, and the company by its representative. */
export const signersOf = (
  { buyers, seller }: Pick<Snapshot, 'buyers' | 'seller'>,
  representative: FrozenRepresentative | null,
  { joining = [], attorneys = [] }: { joining?: Signers; attorneys?: readonly BuyerAttorney[] } = {},
): Signers => [
  ...buyers
    .filter(({ role }) => role === 'comprador')
    .map((one) => {
      const attorney = attorneys.find(({ buyerId }) => buyerId === one.buyer_id);
      return attorney
        ? {
            name: attorney.name,
            role: `Por ${one.name}, promitente comprador`,
            document: documentText(attorney.documentType, attorney.document),
          }
        : {
            name: one.name,
            role: 'Promitente comprador',
            document: documentText(one.document_type, one.document),
          };
    }),
  ...joining,
  ...(representative
    ? [
        {
          name: representative.name,
          role: `Por ${seller.name}, promitente vendedora`,
          document: documentText(representative.documentType, representative.document),
        },
      ]
    : []),
];

/** Texts of the merge fields for a document about a signed promise; before the promise it is about the pre-contract. */
export function valuesAbout(
  promise: PromiseRow | undefined,
  sale: { code: string | null; receivedAt: Date | null },
  frozen: Snapshot,
  { code, signBy, representative }: Pick<PromiseTerms, 'signBy' | 'representative'> & { code: string },
): FieldValues {
  const terms: PromiseTerms = {
    deliveryOn: promise?.deliveryOn ?? null,
    motherFinca: promise?.motherFinca ?? null,
    locationCode: promise?.locationCode ?? null,
    signBy,
    representative,
  };
  return {
    ...valuesOf(frozen, terms, code),
    promesa_codigo: promise?.code ?? sale.code ?? '',
    promesa_fecha: dayText(promise?.signedOn ?? (sale.receivedAt ? panamaDay(sale.receivedAt) : frozen.date)),
  };
}

/** What such a document lacks, by its labels; `kind` names its template. Who signs for the company is asked for elsewhere. */
export const missingParts = (
  kind: string,
  template: { clauses: readonly Clause[] } | undefined,
  { clauses, frozen, values }: { clauses: readonly Clause[]; frozen: Snapshot; values: FieldValues },
): string[] => [
  ...(template ? [] : [`una plantilla aprobada de «${kind}»`]),
  ...missingFields(clausesFor(clauses, holdingOf(frozen)), values)
    .filter((name) => !name.startsWith('representante'))
    .map(fieldLabel),
];

/** The document as it was kept when it was sent to sign. Raises 404. */
export async function keptPaper(ctx: Pick<Context, 'db' | 'files'>, fileId: string): Promise<Buffer> {
  const stored = await storedPdf(ctx, fileId);
  return Buffer.from(await stored.read());
}
