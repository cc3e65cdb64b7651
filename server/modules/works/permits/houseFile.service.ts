import type { HouseFileChange } from '#contract/legal/houseFile/model.ts';
import type { HousePaper } from '#contract/legal/houseFile/rules.ts';
import { PERMIT, PERMIT_TYPE } from '#contract/works/permits/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import {
  keepFromWorks,
  lockHouseLots,
  writeFromWorks,
} from '#server/modules/legal/houseFile/houseFile.service.ts';
import { findPapers, type FoundPermit } from './permits.queries.ts';

/** The paper of the house's legal file that a permit is. */
const PAPERS: Readonly<Record<number, HousePaper>> = {
  [PERMIT_TYPE.occupancy]: 'permiso',
  [PERMIT_TYPE.improvements]: 'mejoras',
};

/** The lot whose legal file a permit writes; null for the others. */
export const fileOf = ({ typeId, lotId }: Pick<FoundPermit, 'typeId' | 'lotId'>): number | null =>
  PAPERS[typeId] === undefined ? null : lotId;

/** Locks the house before its permits: the sale and the lot come first in the order of locks. */
export async function lockHouseOf(
  ctx: Context,
  permit: Pick<FoundPermit, 'typeId' | 'lotId'>,
): Promise<void> {
  const lotId = fileOf(permit);
  if (lotId !== null) await lockHouseLots(ctx, [lotId]);
}

function valuesOf(permit: FoundPermit): HouseFileChange | null {
  const { typeId, stateId, number, enteredOn, approvedOn, expiresOn } = permit;
  const approved = stateId === PERMIT.approved;
  if (typeId === PERMIT_TYPE.occupancy)
    return approved ? { permiso_numero: number, permiso_fecha: approvedOn, permiso_vence: expiresOn } : null;
  if (approved) return { mejoras_ingresada: enteredOn, mejoras_inscrita: approvedOn };
  return stateId === PERMIT.entered ? { mejoras_entrada: number, mejoras_ingresada: enteredOn } : null;
}

/**
 * Writes a house's occupancy permit, or the inscription of its improvements, into its legal file. What was written stays
 * when the permit expires: the file knows its last day. Raises 422 at a day that the file refuses.
 */
export async function feedHouseFile(ctx: Context, permit: FoundPermit): Promise<void> {
  const lotId = fileOf(permit);
  const set = lotId === null ? null : valuesOf(permit);
  if (lotId === null || set === null) return;
  await writeFromWorks(ctx, { lotId, set });
  await feedPaper(ctx, permit);
}

/** Keeps the resolution of an approved permit in the house's legal file. */
export async function feedPaper(ctx: Context, permit: FoundPermit): Promise<void> {
  const lotId = fileOf(permit);
  if (lotId === null || permit.stateId !== PERMIT.approved || permit.fileId === null) return;
  const { file } = (await findPapers(ctx.db, permit.id))!;
  if (file) await keepFromWorks(ctx, { lotId, part: PAPERS[permit.typeId]! }, { field: 'archivo', ...file });
}
