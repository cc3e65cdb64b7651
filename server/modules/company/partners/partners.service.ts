import { and, eq, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { documentKey } from '#contract/identity.ts';
import {
  isOneOfAKind,
  paperState,
  type PaperForm,
  type PaperKind,
  type PartnerForm,
  type PartnerKind,
  type PartnerRecord,
} from '#contract/company/partners/partners.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, notFound, Refused } from '#server/kernel/errors.ts';
import { addFile, fileUrl } from '#server/modules/company/files/files.service.ts';
import { findPapers, findPartnerRow, findPartnerUsers } from './partners.queries.ts';
import { partnerPapers, partners } from './partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Whether a partner exists. */
export const isPartner = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(partners, eq(partners.id, id))) > 0;

type Reading = Pick<Context, 'db' | 'now' | 'staff' | 'client' | 'sign'>;
type Writing = Pick<Context, 'db' | 'now' | 'staff' | 'client'>;

/** A contractor or contracting party with its documents and users. Raises 404. */
export async function getPartner(ctx: Reading, id: number): Promise<PartnerRecord> {
  const today = panamaDay(ctx.now);
  const row = await findPartnerRow(ctx.db, id, today);
  const [one] = await ctx.db.select().from(partners).where(eq(partners.id, id));
  const papers = await findPapers(ctx.db, id);
  const people = await findPartnerUsers(ctx.db, id);
  if (!row || !one) throw notFound();
  return {
    ...row,
    representative_document: one.representativeDocument,
    registry_sheet: one.registrySheet,
    property_number: one.propertyNumber,
    location_code: one.locationCode,
    itbms_withholding: one.itbmsWithholding,
    notes: one.notes,
    version: one.version,
    users: people,
    paper_list: papers.map(({ paper, file }) => ({
      id: paper.id,
      kind: paper.kind as PaperKind,
      number: paper.number,
      issued_on: paper.issuedOn,
      expires_on: paper.expiresOn,
      state: paperState(paper.expiresOn, today),
      replaced: paper.replacedAt !== null,
      warned_at: paper.warnedAt?.toISOString() ?? null,
      file: file && { name: file.name, mime: file.mime, url: fileUrl(ctx, file.id) },
    })),
  };
}

const columnsOf = (form: PartnerForm) => ({
  name: form.name,
  ruc: form.ruc,
  dv: form.dv,
  rucKey: documentKey('ruc', form.ruc),
  legalRepresentative: form.legal_representative,
  representativeDocument: form.representative_document,
  registrySheet: form.registry_sheet,
  propertyNumber: form.property_number,
  locationCode: form.location_code,
  itbmsWithholding: form.itbms_withholding,
  phone: form.phone,
  email: form.email,
  notes: form.notes,
});

/** Awaits a write. Raises 409 RUC_TAKEN at `ruc`: a RUC is unique per kind. */
async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'partners_ruc') throw error;
    const message = 'Ya hay uno con ese RUC.';
    throw new Refused(409, 'RUC_TAKEN', message, { errors: [{ field: 'ruc', message }] });
  }
}

/** Adds a partner. Returns its id. Raises 409 RUC_TAKEN at ruc. */
export async function createPartner(
  ctx: Writing,
  form: PartnerForm & { kind: PartnerKind },
): Promise<number> {
  const [made] = await saving(
    ctx.db
      .insert(partners)
      .values({ ...columnsOf(form), kind: form.kind, createdAt: ctx.now })
      .returning({ id: partners.id }),
  );
  await audit(ctx, 'created', 'partner', made!.id, { kind: form.kind, name: form.name, ruc: form.ruc });
  return made!.id;
}

async function lockPartner(ctx: Writing, id: number, version?: number) {
  const [found] = await ctx.db.select().from(partners).where(eq(partners.id, id)).for('no key update');
  if (!found) throw notFound();
  if (version !== undefined && version !== found.version)
    throw conflict('STALE', undefined, { version: found.version });
  return found;
}

/** Changes the data of a partner; the kind cannot change. Raises 404, 409 STALE, RUC_TAKEN. */
export async function changePartner(
  ctx: Writing,
  id: number,
  form: PartnerForm & { version?: number | undefined },
): Promise<void> {
  const before = await lockPartner(ctx, id, form.version);
  await saving(
    ctx.db
      .update(partners)
      .set({ ...columnsOf(form), version: before.version + 1 })
      .where(eq(partners.id, id)),
  );
  await audit(ctx, 'changed', 'partner', id, { name: form.name, ruc_before: before.ruc, ruc: form.ruc });
}

/** Archives or restores a partner. Raises 409 IN_USE while it has active users; RUC_TAKEN when restored. */
export async function archivePartner(
  ctx: Writing,
  id: number,
  archived: boolean,
  version?: number,
): Promise<void> {
  const before = await lockPartner(ctx, id, version);
  if ((before.archivedAt !== null) === archived) return;
  if (archived && (await ctx.db.$count(users, and(eq(users.partnerId, id), users.active))) > 0)
    throw conflict('IN_USE', 'Todavía tiene usuarios activos: desactívalos primero.');
  await saving(
    ctx.db
      .update(partners)
      .set({ archivedAt: archived ? ctx.now : null, version: before.version + 1 })
      .where(eq(partners.id, id)),
  );
  await audit(ctx, archived ? 'archived' : 'restored', 'partner', id);
}

/**
 * Adds a document, optionally with a file. For kinds with a single document, it replaces the one in force. Raises 404.
 */
export async function addPaper(
  ctx: Pick<Context, 'db' | 'now' | 'staff' | 'client' | 'uploads'>,
  partnerId: number,
  form: PaperForm,
): Promise<void> {
  await lockPartner(ctx, partnerId);
  if (isOneOfAKind(form.kind))
    await ctx.db
      .update(partnerPapers)
      .set({ replacedAt: ctx.now })
      .where(
        and(
          eq(partnerPapers.partnerId, partnerId),
          eq(partnerPapers.kind, form.kind),
          isNull(partnerPapers.replacedAt),
        ),
      );
  const upload = ctx.uploads.get('archivo')?.[0];
  const owner = { reference: 'socio', referenceId: partnerId, sensitive: false };
  const [paper] = await ctx.db
    .insert(partnerPapers)
    .values({
      partnerId,
      kind: form.kind,
      number: form.number,
      issuedOn: form.issued_on,
      expiresOn: form.expires_on,
      fileId: upload ? await addFile(ctx, owner, upload) : null,
      createdAt: ctx.now,
    })
    .returning({ id: partnerPapers.id });
  await audit(ctx, 'paper_added', 'partner', partnerId, { paper: paper!.id, ...form });
}

/** Removes a document from those in force; it stays in the history. Raises 404. */
export async function removePaper(ctx: Writing, partnerId: number, paperId: number): Promise<void> {
  const [gone] = await ctx.db
    .update(partnerPapers)
    .set({ replacedAt: ctx.now })
    .where(
      and(
        eq(partnerPapers.id, paperId),
        eq(partnerPapers.partnerId, partnerId),
        isNull(partnerPapers.replacedAt),
      ),
    )
    .returning({ kind: partnerPapers.kind });
  if (!gone) throw notFound();
  await audit(ctx, 'paper_removed', 'partner', partnerId, { paper: paperId, kind: gone.kind });
}
