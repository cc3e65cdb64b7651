import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import type { NewEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import type { PromiseRow } from '#server/modules/legal/promises/last.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import type { AddendumRow } from './addenda.queries.ts';
import type { PersonAttorney } from './addenda.table.ts';
import { joiningOf } from './paper.service.ts';

/** Somebody of the buyers' side who signs an addendum. */
export interface SigningPerson {
  personId: number;
  name: string;
  documentType: string | null;
  document: string | null;
  /** As an envelope asks for them: a buyer of the sale, or who joins it. */
  asked: Pick<NewEnvelope['signers'][number], 'buyerId' | 'personId'>;
  attorney: PersonAttorney | null;
}

/** Who signs an addendum on the buyers' side, in order: those who buy, and who joins with it. */
export async function signingPeople(
  ctx: Pick<Context, 'db'>,
  addendum: AddendumRow,
): Promise<SigningPerson[]> {
  const buyers = (await buyersOf(ctx.db, addendum.saleId)).filter(({ role }) => role === 'comprador');
  const joining = await joiningOf(ctx, addendum);
  return [
    ...buyers.map(({ id, personId, name, documentType, documentNumber }) => ({
      personId,
      name,
      documentType,
      document: documentNumber,
      asked: { buyerId: id },
    })),
    ...(joining ? [{ ...joining, asked: { personId: joining.personId } }] : []),
  ].map((one) => ({
    ...one,
    attorney: addendum.attorneys.find(({ personId }) => personId === one.personId) ?? null,
  }));
}

/** Why one of them cannot be asked to sign; null when all can. */
export function whyNotPeople(people: readonly SigningPerson[]): string | null {
  for (const { name, document, documentType, attorney } of people) {
    if (!document) return `Falta el documento de identidad de ${name}.`;
    if (documentType === 'ruc' && !attorney) return `${name} es una empresa: escribe quién firma por ella.`;
  }
  return null;
}

/** Those who signed the promise for its buyers sign its addenda too, until somebody else is written. */
export async function attorneysFrom(db: Db, promise: PromiseRow | undefined): Promise<PersonAttorney[]> {
  if (!promise || promise.attorneys.length === 0) return [];
  const buyers = await buyersOf(db, promise.saleId);
  return promise.attorneys.flatMap(({ buyerId, ...attorney }) => {
    const buyer = buyers.find(({ id }) => id === buyerId);
    return buyer ? [{ ...attorney, personId: buyer.personId }] : [];
  });
}
