import { eq, sql } from 'drizzle-orm';
import type { Acting } from '#server/kernel/context.ts';
import { promiseLetters } from './promiseLetters.table.ts';

type Letter = typeof promiseLetters.$inferInsert;

/** Writes the letter of an application, which must be locked: its first one, or the corrected one in its place. */
export async function saveLetter({ db }: Acting, letter: Letter): Promise<void> {
  const { createdBy: _, createdAt: __, ...corrected } = letter;
  await db
    .insert(promiseLetters)
    .values(letter)
    .onConflictDoUpdate({
      target: promiseLetters.applicationId,
      set: { ...corrected, version: sql`${promiseLetters.version} + 1` },
    });
}

/** Changes some columns of a letter, whose application must be locked. */
export const changeLetter = ({ db }: Acting, id: number, set: Partial<Letter>) =>
  db.update(promiseLetters).set(set).where(eq(promiseLetters.id, id));
