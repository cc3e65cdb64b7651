import { and, eq, gt, ilike, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Representative, RepresentativeFilter } from '#contract/legal/representatives/model.ts';
import { POWER_ALARM_DAYS, powerStanding } from '#contract/legal/representatives/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, hasPart, inOrder } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { representatives } from './representatives.table.ts';

const soonOf = (today: string) => addDays(today, POWER_ALARM_DAYS[0]);

const selectRows = (ctx: Context) =>
  ctx.db
    .select({
      one: representatives,
      user: nameOf(representatives.userId),
      createdBy: nameOf(representatives.createdBy),
      fileName: files.name,
    })
    .from(representatives)
    .leftJoin(files, eq(files.id, representatives.fileId));
type Found = Awaited<ReturnType<typeof selectRows>>[number];

function present(ctx: Context, { one, user, createdBy, fileName }: Found): Representative {
  const today = panamaDay(ctx.now);
  const { validFrom, validUntil, limitCents, archivedAt } = one;
  return {
    id: one.id,
    version: one.version,
    name: one.name,
    document_type: one.documentType,
    document: one.document,
    phone: one.phone,
    email: one.email,
    user: one.userId !== null && user !== null ? { id: one.userId, name: user } : null,
    power_kind: one.powerKind,
    power_text: one.powerText,
    limit_centavos: limitCents,
    valid_from: validFrom,
    valid_until: validUntil,
    standing: powerStanding(
      { validFrom, validUntil, limitCents, archived: archivedAt !== null },
      today,
      soonOf(today),
    ),
    file: one.fileId !== null && fileName !== null ? { name: fileName, url: fileUrl(ctx, one.fileId) } : null,
    archived_at: archivedAt?.toISOString() ?? null,
    created: { by: createdBy ?? '', at: one.createdAt.toISOString() },
  };
}

/** Condition: the standing of a row today. */
function standsAs(standing: RepresentativeFilter['estado'], today: string): SQL | undefined {
  const { archivedAt, validFrom, validUntil } = representatives;
  const offered = and(isNull(archivedAt), lte(validFrom, today));
  switch (standing) {
    case 'archivado':
      return isNotNull(archivedAt);
    case 'futuro':
      return and(isNull(archivedAt), gt(validFrom, today));
    case 'vencido':
      return and(offered, lt(validUntil, today));
    case 'por_vencer':
      return and(offered, lte(validUntil, soonOf(today)), or(gt(validUntil, today), eq(validUntil, today)));
    case 'vigente':
      return and(offered, or(isNull(validUntil), gt(validUntil, soonOf(today))));
    case undefined:
      return undefined;
  }
}

const ORDER = {
  id: representatives.id,
  name: representatives.name,
  valid_until: representatives.validUntil,
};

/** A page of the representatives, by name, and the total. Without a filter of standing, archived ones come too. */
export async function pageOfRepresentatives(ctx: Context, query: RepresentativeFilter) {
  const where = and(
    standsAs(query.estado, panamaDay(ctx.now)),
    query.q
      ? or(hasPart(representatives.name, query.q), ilike(representatives.document, containing(query.q)))
      : undefined,
  );
  const [found, total] = await Promise.all([
    selectRows(ctx)
      .where(where)
      .orderBy(inOrder(query, ORDER, representatives.id, ['name', 'asc']))
      .limit(query.per_page)
      .offset(offsetOf(query)),
    ctx.db.$count(representatives, where),
  ]);
  return { list: found.map((one) => present(ctx, one)), total };
}

/** One representative; undefined when there is none. */
export async function findRepresentative(ctx: Context, id: number): Promise<Representative | undefined> {
  const [found] = await selectRows(ctx).where(eq(representatives.id, id));
  return found && present(ctx, found);
}
