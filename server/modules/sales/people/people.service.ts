import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { knownSentence } from '#contract/sales/prospects/model.ts';
import type { DocumentType } from '#contract/identity.ts';
import type { Context } from '#server/kernel/context.ts';
import { holdName, type Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { findKnown } from './known.service.ts';
import { people } from './people.table.ts';

/** Data of a new person; `phone` in E.164. */
export interface NewPerson {
  name: string;
  phone: string;
  email?: string | null | undefined;
  document?: { documentType: DocumentType; documentNumber: string; documentKey: string } | undefined;
}
type Writing = Pick<Context, 'db' | 'now'>;

/**
 * Creates a new row even if the person may exist: a purchase form keeps its own person until staff merge them. Returns
 * the id.
 */
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
 * The person with a telephone; created if there is none. A known person is not changed: a guest's data belongs only to
 * the visit, and the guest does not learn that the person is known.
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

/** Whoever looks for a person by this telephone, to create one if there is none, runs one after the other. */
export const holdPhone = (db: Db, phone: string) => holdName(db, `persona:${phone}`);

/**
 * Creates a person for a staff user. Raises 409 PERSON_EXISTS with the known people under one of the keys, unless
 * `another` says that it is a different person. Requests with the same telephone run one after the other, so the second
 * sees the first.
 */
export async function notePerson(
  ctx: Context,
  person: NewPerson,
  { another, projectId }: { another: boolean | undefined; projectId?: number },
): Promise<number> {
  const { phone, email, document } = person;
  await holdPhone(ctx.db, phone);
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

/** Deletes a person whom nothing refers to; foreign keys decide. */
export const deletePerson = async (ctx: Pick<Context, 'db'>, id: number): Promise<void> =>
  void (await ctx.db.delete(people).where(eq(people.id, id)));

/** Updates columns of one person, or of the people that match `which`. */
export const updatePerson = async (
  ctx: Pick<Context, 'db'>,
  which: number | SQL | undefined,
  set: PgUpdateSetSource<typeof people>,
): Promise<void> =>
  void (await ctx.db
    .update(people)
    .set(set)
    .where(typeof which === 'number' ? eq(people.id, which) : which));
