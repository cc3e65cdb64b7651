import type { PersonField } from '#contract/sales/people/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { personChanges, type PersonValues } from './people.table.ts';

const FIELDS: Readonly<Record<PersonField, keyof PersonValues>> = {
  nombre: 'name',
  celular: 'phone',
  email: 'email',
  tipo_documento: 'documentType',
  cedula: 'documentNumber',
};

/** Stores the old values of changed person fields. A value added to an empty field is not a change. */
export async function recordPersonChanges(
  ctx: Pick<Context, 'now'> & Partial<Pick<Context, 'staff'>> & { db: Db },
  personId: number,
  before: PersonValues,
  after: PersonValues,
): Promise<void> {
  const changed = (Object.keys(FIELDS) as PersonField[]).filter((field) => {
    const column = FIELDS[field];
    return before[column] !== null && before[column] !== '' && before[column] !== after[column];
  });
  if (changed.length === 0) return;
  await ctx.db.insert(personChanges).values(
    changed.map((field) => ({
      personId,
      field,
      before: before[FIELDS[field]],
      after: after[FIELDS[field]],
      userId: ctx.staff?.userId ?? null,
      at: ctx.now,
    })),
  );
}
