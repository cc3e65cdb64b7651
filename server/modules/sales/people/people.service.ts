import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { knownSentence } from '#contract/sales/prospects/model.ts';
import type { DocumentType } from '#contract/identity.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import { findKnown } from './known.service.ts';
import { people } from './people.table.ts';

/** Somebody as they are written down; `phone` in E.164. */
export interface NewPerson {
  name: string;
  phone: string;
  email?: string | null | undefined;
  document?: { documentType: DocumentType; documentNumber: string; documentKey: string } | undefined;
}
type Writing = Pick<Context, 'db' | 'now'>;

/** A new row, whoever else is known: the form of a purchase keeps its own until the office says who is who. Answers its id. */
export async function createPerson(
  ctx: Writing,
  { name, phone, email, document }: NewPerson,
): Promise<number> {
  const [made] = await ctx.db
    .insert(people)
    .values({ name, phone, email: email || null, ...document, createdAt: ctx.now })
    .returning({ id: people.id });
  return made!.id;
}

/**
 * The person behind a telephone, made when nobody has it. Somebody known stays as known: what a guest writes belongs to the
 * visit alone, and the guest is not told.
 */
export async function findOrCreatePerson(ctx: Writing, person: NewPerson): Promise<number> {
  const [known] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.phone, person.phone), isNull(people.mergedIntoId)))
    .orderBy(desc(people.id))
    .limit(1);
  return known?.id ?? createPerson(ctx, person);
}

/**
 * Somebody whom a colleague writes down: 409 PERSON_EXISTS with who is known under one of the keys, unless it is `another` person. Two who
 * note the same telephone at once come one after the other, so that the second is told.
 */
export async function notePerson(
  ctx: Context,
  person: NewPerson,
  { another, projectId }: { another: boolean | undefined; projectId?: number },
): Promise<number> {
  const { phone, email, document } = person;
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`persona:${phone}`}, 0))`);
  if (!another) {
    const known = await findKnown(ctx, {
      celular: phone,
      ...(projectId !== undefined && { proyecto_id: projectId }),
      ...(email && { email }),
      ...(document && { tipo_documento: document.documentType, cedula: document.documentNumber }),
    });
    if (known[0]) throw conflict('PERSON_EXISTS', knownSentence(known[0]), { known });
  }
  return createPerson(ctx, person);
}

/** Writes columns of a person, or of those that `which` finds. */
export const updatePerson = async (
  ctx: Pick<Context, 'db'>,
  which: number | SQL | undefined,
  set: PgUpdateSetSource<typeof people>,
): Promise<void> =>
  void (await ctx.db
    .update(people)
    .set(set)
    .where(typeof which === 'number' ? eq(people.id, which) : which));
