import { documentStatus } from '#contract/catalogs/salesLists.ts';
import type { Paper } from '#contract/documents/model.ts';
import { documentMachine } from '#contract/documents/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/files/files.service.ts';
import { saleInReach } from '#server/modules/sales/sales.scope.ts';
import { factsFrom } from './documents.service.ts';
import { findVersions, type DocumentRow, type VersionRow } from './documents.queries.ts';

/** Papers as colleagues see them: files of identity and income papers only for whom a permission opens them. */
export async function presentPapers(
  ctx: Context,
  saleId: number,
  rows: readonly DocumentRow[],
): Promise<Paper[]> {
  const versions = Map.groupBy(
    await findVersions(
      ctx.db,
      rows.map(({ paper }) => paper.id),
    ),
    ({ version }) => version.documentId,
  );
  const names = await catalogLabels(ctx.db, documentStatus);
  const seesIncome = await saleInReach(ctx, 'documentos.ingresos', saleId);
  const today = panamaDay(ctx.now);
  return rows.map(({ paper, type, reviewer }) => {
    const own = versions.get(paper.id) ?? [];
    const opens = type.privacy !== 'ingresos' || seesIncome;
    const url = `/api/sale/documents/${paper.id}/status`;
    return {
      id: paper.id,
      type: { id: type.id, name: type.name },
      label: paper.label,
      position: paper.position,
      required: paper.required,
      privacy: type.privacy as Paper['privacy'],
      state: { id: paper.stateId, name: names.get(paper.stateId) ?? '' },
      version: paper.version,
      issued_on: paper.issuedOn,
      expires_on: paper.expiresOn,
      valid_days: type.validDays,
      expiry_on_face: type.expiryOnFace,
      rejection_reason: paper.rejectionReason,
      reviewed_by: reviewer,
      reviewed_at: paper.reviewedAt?.toISOString() ?? null,
      versions: own.map((one) => presentVersion(ctx, one, opens)),
      transitions: offersOf(
        documentMachine,
        paper.stateId,
        factsFrom({ paper, type }, own.length > 0, today),
        url,
        (permission) => ctx.staff?.grants.has(permission) ?? false,
      ),
    };
  });
}

const presentVersion = (ctx: Context, { version, file }: VersionRow, opens: boolean) => ({
  number: version.number,
  name: file.name,
  mime: file.mime,
  size: file.size,
  url: opens ? fileUrl(ctx, file.id) : null,
  uploaded_at: version.uploadedAt.toISOString(),
  uploaded_by: version.uploadedBy,
  replaced_at: version.replacedAt?.toISOString() ?? null,
});
