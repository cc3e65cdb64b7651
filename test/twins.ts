import { and, eq } from 'drizzle-orm';
import { compareChanged } from '#server/modules/sales/coincidences/coincidences.jobs.ts';
import { coincidences } from '#server/modules/sales/coincidences/coincidences.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { START, type TestApp } from './app.ts';

type Given = Partial<typeof people.$inferInsert>;

/** Helpers for people who look like duplicates. */
export function twinsOf(llave: TestApp) {
  let made = 0;
  const compare = () => llave.app.core.jobs.run(compareChanged, {});

  async function person(over: Given = {}): Promise<number> {
    made += 1;
    const [one] = await llave.database.db
      .insert(people)
      .values({
        name: `Sin parecido ${made * 7919}x`,
        phone: `+5079${String(made).padStart(6, '0')}`,
        createdAt: START,
        ...over,
      })
      .returning({ id: people.id });
    return one!.id;
  }

  async function pairOf(a: number, b: number) {
    const [pair] = await llave.database.db
      .select()
      .from(coincidences)
      .where(and(eq(coincidences.leftId, Math.min(a, b)), eq(coincidences.rightId, Math.max(a, b))));
    return pair;
  }

  /** Two people with the same phone number, and their coincidence. */
  async function twins(left: Given = {}, right: Given = {}) {
    const phone = `+5076999${String((made += 1)).padStart(4, '0')}`;
    const a = await person({ phone, ...left });
    const b = await person({ phone, ...right });
    await compare();
    return { a, b, pair: (await pairOf(a, b))! };
  }

  return { compare, person, pairOf, twins };
}
