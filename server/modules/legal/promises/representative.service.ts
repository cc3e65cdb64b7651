import type { Context } from '#server/kernel/context.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import type { FrozenRepresentative } from './promises.table.ts';

/** Who signs for the company, as a contract freezes them; null: nobody yet. */
export async function representativeFor(
  ctx: Pick<Context, 'db'>,
  _id: number | null,
): Promise<FrozenRepresentative | null> {
  const { fiscal } = await readSettings(ctx.db);
  return fiscal.representative
    ? { id: null, name: fiscal.representative, documentType: '', document: '', phone: null, email: null }
    : null;
}
