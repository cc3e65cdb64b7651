import { documentStatus } from '#contract/company/catalogs/salesLists.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT, documentMachine } from '#contract/sales/documents/rules.ts';
import type { Permission } from '#contract/access.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { sql } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { undoMs } from '#server/modules/company/settings/settings.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { mayRenew, papersToRenew } from './renewals.service.ts';
import { saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { factsFrom, undoLeft } from './documents.service.ts';
import { listPapersOf, type ListedPaper } from './documents.queries.ts';

/**
 * The documents of a sale for staff. Files of income documents need their own permission. Null when the sale is out of
 * scope.
 */
export async function papersOf(ctx: Context, saleId: number): Promise<Paper[] | null> {
  const reach = (permission: Permission) => salesInReach(ctx, permission) ?? sql`true`;
  const found = await listPapersOf(ctx.db, saleId, {
    papers: reach('documentos.ver'),
    income: reach('documentos.ingresos'),
    renewing: mayRenew(ctx),
  });
  if (found.length === 0) return (await saleInReach(ctx, 'documentos.ver', saleId)) ? [] : null;
  const names = await catalogLabels(ctx.db, documentStatus);
  const renewals = await renewalsOf(ctx, saleId, found);
  const around = { names, renewals, undoMs: await undoMs(ctx.db) };
  return found.map((one) => present(ctx, one, around));
}

/** One document, after the caller's change of it was allowed. */
export async function paperNow(ctx: Context, saleId: number, id: number): Promise<Paper> {
  const [found] = await listPapersOf(ctx.db, saleId, {
    papers: sql`d.id = ${id}`,
    income: salesInReach(ctx, 'documentos.ingresos') ?? sql`true`,
    renewing: mayRenew(ctx),
  });
  return present(ctx, found!, {
    names: await catalogLabels(ctx.db, documentStatus),
    renewals: await renewalsOf(ctx, saleId, [found!]),
    undoMs: await undoMs(ctx.db),
  });
}

/** The approved documents that must be renewed. Asks only if an approved document of such a sale can expire. */
const renewalsOf = async (
  ctx: Context,
  saleId: number,
  papers: readonly ListedPaper[],
): Promise<ReadonlyMap<number, string>> =>
  papers.some(
    ({ renewing, stateId, issuedOn, expiresOn }) =>
      renewing === true && stateId === DOCUMENT.approved && (issuedOn !== null || expiresOn !== null),
  )
    ? papersToRenew(ctx, saleId)
    : new Map();

interface Around {
  names: ReadonlyMap<number, string>;
  renewals: ReadonlyMap<number, string>;
  /** How long an approval may be taken back. */
  undoMs: number;
}

function present(ctx: Context, one: ListedPaper, { names, renewals, undoMs }: Around): Paper {
  const now = { now: ctx.now, staff: ctx.staff, undoMs };
  const reviewed = { ...one, reviewedAt: one.reviewedAt === null ? null : new Date(one.reviewedAt) };
  const opens = one.privacy !== 'ingresos' || one.seesIncome === true;
  return {
    id: one.id,
    type: { id: one.typeId, name: one.type },
    label: one.label,
    position: one.position,
    required: one.required,
    privacy: one.privacy as Paper['privacy'],
    state: { id: one.stateId, name: names.get(one.stateId) ?? '' },
    version: one.version,
    issued_on: one.issuedOn,
    expires_on: one.expiresOn,
    valid_days: one.validDays,
    expiry_on_face: one.expiryOnFace,
    renew_before: renewals.get(one.id) ?? null,
    rejection_reason: one.rejectionReason,
    reviewed_by: one.reviewer,
    reviewed_at: isoOrNull(one.reviewedAt),
    undo_ms: one.stateId === DOCUMENT.approved ? undoLeft(now, reviewed) : null,
    versions: one.versions.map((version) => ({
      number: version.number,
      name: version.name,
      mime: version.mime,
      size: version.size,
      url: opens ? fileUrl(ctx, version.fileId) : null,
      uploaded_at: new Date(version.uploadedAt).toISOString(),
      uploaded_by: version.uploadedBy,
      replaced_at: isoOrNull(version.replacedAt),
    })),
    transitions: offersOf(
      documentMachine,
      one.stateId,
      factsFrom(now, { paper: reviewed, type: one }, one.versions.length > 0),
      `/api/sale/documents/${one.id}/status`,
      (permission) => ctx.staff?.grants.has(permission) ?? false,
    ),
  };
}

const isoOrNull = (text: string | null) => (text === null ? null : new Date(text).toISOString());
