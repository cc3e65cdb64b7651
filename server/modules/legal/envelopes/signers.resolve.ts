import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Capacity } from '#contract/legal/envelopes/model.ts';
import type { SignerRole } from '#contract/legal/envelopes/rules.ts';
import { whyNotRepresent } from '#contract/legal/representatives/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { buyersOf, type BuyerRow } from '#server/modules/sales/buyers/buyers.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { powerOf } from '../representatives/representatives.service.ts';
import { representatives } from '../representatives/representatives.table.ts';

/** A signer as callers give it: a buyer of the sale (`buyerId` null: the main one) or a representative. */
export interface AskedSigner {
  role: SignerRole;
  buyerId?: number | null;
  /** Somebody who is not in the sale yet and joins it with this document; instead of `buyerId`. */
  personId?: number;
  representativeId?: number | null;
  /** Somebody else who signs for that buyer: with a power, or for a company. */
  attorney?: Attorney | null;
}
export interface Attorney {
  kind: Capacity['kind'];
  name: string;
  documentType: 'cedula' | 'pasaporte';
  document: string;
  /** E.164 */
  phone: string;
  email: string | null;
  power: string;
}

/** A signer with name, document and contact as they are now. */
export interface ResolvedSigner {
  role: SignerRole;
  personId: number | null;
  representativeId: number | null;
  capacity: Capacity | null;
  name: string;
  documentType: string;
  document: string;
  phone: string;
  email: string | null;
}

type Needs = Pick<Context, 'db' | 'now'>;

/**
 * Reads who signs, with their data of now. Raises 422 at `firmantes[n][quien]` for a buyer who is not in the sale, has no
 * document or is a company without representative, and for a representative whose power does not reach.
 */
export async function resolveSigners(
  ctx: Needs,
  saleId: number,
  asked: readonly AskedSigner[],
  amountCents: number | null,
): Promise<ResolvedSigner[]> {
  const buyers = await buyersOf(ctx.db, saleId);
  const resolved: ResolvedSigner[] = [];
  for (const [at, one] of asked.entries()) {
    const found =
      one.personId !== undefined
        ? await resolveJoining(ctx, one.personId, one.attorney ?? null)
        : one.role === 'comprador'
          ? resolveBuyer(buyers, one)
          : await resolveRepresentative(ctx, one.representativeId ?? 0, amountCents);
    if (typeof found === 'string') throw invalid([{ field: `firmantes[${at}][quien]`, message: found }]);
    resolved.push(found);
  }
  const keys = resolved.map(({ documentType, document }) => `${documentType} ${document}`);
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (twice >= 0)
    throw invalid([
      {
        field: `firmantes[${twice}][quien]`,
        message: 'Esta persona ya está entre quienes firman: elígela una sola vez.',
      },
    ]);
  return resolved;
}

/** Why a buyer cannot be asked to sign in person; null when possible. */
export const whyNotBuyer = ({
  role,
  documentNumber,
  documentType,
  name,
}: Pick<BuyerRow, 'role' | 'documentNumber' | 'documentType' | 'name'>): string | null =>
  role === 'codeudor'
    ? `${name} es codeudor: no firma los documentos de la compra.`
    : !documentNumber
      ? `Falta el documento de identidad de ${name}: complétalo antes de pedirle la firma.`
      : documentType === 'ruc'
        ? `${name} es una empresa: escribe los datos de su representante legal, que firma por ella.`
        : null;

function resolveBuyer(
  buyers: readonly BuyerRow[],
  { buyerId = null, attorney }: AskedSigner,
): ResolvedSigner | string {
  const buyer = buyers.find(({ id }) => id === buyerId);
  if (!buyer) return 'Esta persona ya no está en la compra.';
  const refusal = whyNotBuyer(buyer);
  if (attorney && buyer.documentNumber && buyer.role === 'comprador') return byAttorney(buyer, attorney);
  return refusal ?? inPerson(buyer);
}

/** What a signer is made from. */
type Signing = Pick<BuyerRow, 'personId' | 'name' | 'documentType' | 'documentNumber' | 'phone' | 'email'>;
const own = ({ personId }: Signing) => ({ role: 'comprador' as const, personId, representativeId: null });

function byAttorney(person: Signing, { kind, power, ...attorney }: Attorney): ResolvedSigner {
  const { name, documentType, document, phone, email } = attorney;
  const capacity = { kind, of: person.name, of_document: person.documentNumber!, power };
  return { ...own(person), capacity, name, documentType, document, phone, email };
}

const inPerson = (person: Signing): ResolvedSigner => ({
  ...own(person),
  capacity: null,
  name: person.name,
  documentType: person.documentType ?? 'cedula',
  document: person.documentNumber!,
  phone: person.phone,
  email: person.email,
});

/** A person who joins the sale with the document that they sign. */
async function resolveJoining(
  ctx: Needs,
  personId: number,
  attorney: Attorney | null,
): Promise<ResolvedSigner | string> {
  const [found] = await ctx.db.select().from(people).where(eq(people.id, personId));
  if (!found || found.mergedIntoId !== null) return 'Esta persona ya no existe: elígela otra vez.';
  const refusal = whyNotBuyer({ ...found, role: 'comprador' });
  const person = { ...found, personId };
  if (attorney && found.documentNumber) return byAttorney(person, attorney);
  return refusal ?? inPerson(person);
}

async function resolveRepresentative(
  ctx: Needs,
  id: number,
  amountCents: number | null,
): Promise<ResolvedSigner | string> {
  const [found] = await ctx.db.select().from(representatives).where(eq(representatives.id, id));
  if (!found) return 'Elige a uno de los representantes de la empresa.';
  const refusal = whyNotRepresent(powerOf(found), panamaDay(ctx.now), amountCents);
  if (refusal) return refusal;
  return {
    role: 'promotora',
    personId: null,
    representativeId: found.id,
    capacity: null,
    name: found.name,
    documentType: found.documentType,
    document: found.document,
    phone: found.phone,
    email: found.email,
  };
}
