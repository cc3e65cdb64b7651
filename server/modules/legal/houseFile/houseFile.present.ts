import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import type { HouseFile, HouseFileRow } from '#contract/legal/houseFile/model.ts';
import {
  HOUSE_PAPERS,
  missingForDeed,
  standingsOf,
  type HousePaper,
} from '#contract/legal/houseFile/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { FIELDS, WORDS, type FieldName } from './houseFile.columns.ts';
import { findChanges, type FoundHouseFile } from './houseFile.queries.ts';

/** Houses' legal files as rows of the list. */
export async function presentHouseFiles(
  { db, now }: Pick<Context, 'db' | 'now'>,
  found: readonly FoundHouseFile[],
): Promise<HouseFileRow[]> {
  const states = await catalogLabels(db, precontractStates);
  const today = panamaDay(now);
  return found.map((one) => ({
    ...(Object.fromEntries(FIELDS.map((field) => [field, one[field]])) as Pick<HouseFileRow, FieldName>),
    id: one.id,
    version: one.version,
    lote: one.lote,
    project: { id: one.projectId, name: one.project },
    house: one.house,
    model: one.model,
    sale:
      one.saleId === null
        ? null
        : {
            id: one.saleId,
            code: one.saleCode,
            name: one.saleName ?? '',
            state: { id: one.saleState ?? 0, name: states.get(one.saleState ?? 0) ?? '' },
          },
    standings: standingsOf(one, today),
    missing: missingForDeed(one, today),
  }));
}

/** One house's legal file with its files and the latest changes. */
export async function presentHouseFile(ctx: Context, one: FoundHouseFile): Promise<HouseFile> {
  const [row] = await presentHouseFiles(ctx, [one]);
  const changes = await findChanges(ctx.db, one.id);
  return {
    ...row!,
    papers: one.files.map(({ parte, id, name, mime, size }) => ({
      parte: parte as HousePaper,
      name,
      mime,
      size,
      url: fileUrl(ctx, id),
    })),
    history: changes.map(({ id, at, who, action, data }) => ({
      id,
      at: new Date(at).toISOString(),
      who,
      text: told(action, data),
    })),
    may_edit: scopeOf(ctx, 'legal.crear') !== null,
  };
}

/** What a line of the audit says, as "Finca: 1234 · Permiso de ocupación: 03-02-2026". */
function told(action: string, data: Record<string, unknown>): string {
  if (action === 'cargar') return `Cargó el archivo: ${HOUSE_PAPERS[data['parte'] as HousePaper] ?? ''}`;
  const after = (data['after'] ?? {}) as Partial<Record<FieldName, unknown>>;
  const parts = FIELDS.filter((field) => field in after).map(
    (field) => `${WORDS[field]}: ${valueText(field, after[field])}`,
  );
  return parts.join(' · ') || 'Cambió el expediente';
}

function valueText(field: FieldName, value: unknown): string {
  if (value === null || value === undefined) return 'quitado';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (field === 'valor_catastral_centavos') return formatMoney(Number(value));
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? showDay(text) : text;
}
