import type { Snapshot } from '#contract/legal/promises/snapshot.ts';
import { documentText } from '#contract/legal/promises/values.ts';
import type { Context } from '#server/kernel/context.ts';
import type { ContractPaper } from '#server/modules/legal/contractTemplates/contractPaper.service.ts';
import { storedPdf } from '#server/modules/legal/envelopes/stored.service.ts';
import type { FrozenRepresentative } from './promises.table.ts';

// Parts of every document that is written from a frozen sale: the promise, its addenda, its rescission.

type Signers = ContractPaper['signers'];

/** Who signs: the frozen buyers, who joins with this document, and the company by its representative. */
export const signersOf = (
  { buyers, seller }: Pick<Snapshot, 'buyers' | 'seller'>,
  representative: FrozenRepresentative | null,
  joining: Signers = [],
): Signers => [
  ...buyers
    .filter(({ role }) => role === 'comprador')
    .map((one) => ({
      name: one.name,
      role: 'Promitente comprador',
      document: documentText(one.document_type, one.document),
    })),
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

/** The document as it was kept when it was sent to sign. Raises 404. */
export async function keptPaper(ctx: Pick<Context, 'db' | 'files'>, fileId: string): Promise<Buffer> {
  const stored = await storedPdf(ctx, fileId);
  return Buffer.from(await stored.read());
}
