import { and, eq, sql } from 'drizzle-orm';
import { offsetOf } from '#contract/paging.ts';
import { SEAL_BUNDLE } from '#contract/legal/seals/endpoints.ts';
import type { Seal, SealFilter } from '#contract/legal/seals/model.ts';
import { SEAL_FAULTS, SEAL_LABELS, SIGNING_METHODS, sealMachine } from '#contract/legal/seals/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder } from '#server/kernel/db.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { verifyUrl } from './certificatePage.service.ts';
import { brokenLink } from './chain.service.ts';
import { sealMatching, sealsInReach } from './seals.scope.ts';
import { seals } from './seals.table.ts';

const selected = (ctx: Context) =>
  ctx.db
    .select({ seal: seals, sale: { id: sales.id, code: sales.code, customer: people.name } })
    .from(seals)
    .leftJoin(sales, eq(sales.id, seals.saleId))
    .leftJoin(people, eq(people.id, sales.personId));
type Found = Awaited<ReturnType<typeof selected>>[number];

const matching = (ctx: Context, { estado_id, q }: SealFilter) =>
  and(
    sealsInReach(ctx, 'legal.ver'),
    estado_id === undefined ? undefined : eq(seals.stateId, estado_id),
    q ? sql`(${sealMatching(q)})` : undefined,
  );

/** A page of seals within scope, newest first, and their total up to COUNT_LIMIT. */
export async function findSeals(ctx: Context, filter: SealFilter) {
  const where = matching(ctx, filter);
  const found = await selected(ctx)
    .where(where)
    .orderBy(inOrder(filter, { pedido: seals.requestedAt }, seals.id, ['pedido', 'desc']))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const counted = ctx.db.select({ id: seals.id }).from(seals).where(where).getSQL();
  return { data: found.map((one) => present(ctx, one)), total: await countUpTo(ctx.db, counted) };
}

/** One seal within scope with its history; undefined when it is not found. */
export async function findSeal(ctx: Context, id: number) {
  const [found] = await selected(ctx).where(and(eq(seals.id, id), sealsInReach(ctx, 'legal.ver')));
  if (!found) return undefined;
  const { evidence, faultDetail } = found.seal;
  const history = await statesOf(ctx.db, 'sello', [id]);
  return {
    ...present(ctx, found),
    history: history.map(({ at, to, who, reason }) => ({
      at: at.toISOString(),
      state: SEAL_LABELS[to] ?? '',
      by: who,
      reason,
    })),
    fault_detail: faultDetail,
    chain_whole: brokenLink(evidence.events) === null,
    signer_list: evidence.signers.map(({ name, role, method, signedAt }) => ({
      name,
      role,
      method: SIGNING_METHODS[method] ?? method,
      signed_at: signedAt,
    })),
  };
}

function present(ctx: Context, { seal, sale }: Found): Seal {
  const { certificate, fault } = seal;
  const sealed = seal.sealedFileId;
  return {
    id: seal.id,
    version: seal.version,
    title: seal.title,
    code: seal.evidence.code,
    record: { reference: seal.record, id: seal.recordId },
    sale: sale?.id == null ? null : { id: sale.id, code: sale.code, customer: sale.customer ?? '' },
    state: { id: seal.stateId, name: SEAL_LABELS[seal.stateId] ?? '' },
    fault: fault && { code: fault, text: SEAL_FAULTS[fault].text },
    attempts: seal.attempts,
    signers: seal.evidence.signers.length,
    requested_at: seal.requestedAt.toISOString(),
    next_try_at: seal.nextTryAt?.toISOString() ?? null,
    sealed_at: seal.sealedAt?.toISOString() ?? null,
    level: seal.level,
    stamped_at: seal.stampedAt?.toISOString() ?? null,
    certificate: certificate && {
      subject: certificate.subject,
      issuer: certificate.issuer,
      not_after: certificate.notAfter,
      own: certificate.own,
    },
    fingerprint: seal.fingerprint,
    sealed_hash: seal.sealedHash,
    file_url: sealed === null ? null : fileUrl(ctx, sealed),
    source_url: fileUrl(ctx, seal.sourceFileId),
    bundle_url: sealed === null ? null : SEAL_BUNDLE.replace(':id', String(seal.id)),
    verify_url: verifyUrl(ctx, seal.fingerprint),
    transitions: offersOf(
      sealMachine,
      seal.stateId,
      null,
      `/api/legal/seals/${seal.id}/status`,
      (permission) => ctx.staff?.grants.has(permission) ?? false,
    ),
  };
}
