import { eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import { claimOf } from '#server/modules/sales/claims/claims.service.ts';

/** The finca and location code that the legal file of a lot's house has; each null until it has it. */
export async function houseFincaOf(
  db: Db,
  lotId: number | null,
): Promise<{ motherFinca: string | null; locationCode: string | null }> {
  const [found] =
    lotId === null
      ? []
      : await db
          .select({ motherFinca: houseFiles.motherFinca, locationCode: houseFiles.locationCode })
          .from(houseFiles)
          .where(eq(houseFiles.lotId, lotId));
  return found ?? { motherFinca: null, locationCode: null };
}

/** What a promise says otherwise than the legal file of its house, as a sentence; null when nothing differs. */
export async function differsFromHouse(
  db: Db,
  promise: { saleId: number; motherFinca: string | null; locationCode: string | null },
): Promise<string | null> {
  const house = await houseFincaOf(db, (await claimOf(db, promise.saleId))?.lotId ?? null);
  const other = (label: string, own: string | null, filed: string | null) =>
    filed !== null && filed !== own ? [`${label} ${filed}, y aquí dice ${own ?? 'nada'}`] : [];
  const parts = [
    ...other('finca madre', promise.motherFinca, house.motherFinca),
    ...other('código de ubicación', promise.locationCode, house.locationCode),
  ];
  return parts.length > 0 ? `El expediente legal de la casa tiene ${parts.join('; ')}.` : null;
}
