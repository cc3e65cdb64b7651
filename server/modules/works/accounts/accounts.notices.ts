import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PAPER_KINDS, type PaperKind } from '#contract/company/partners/partners.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import { ACCOUNT_STATE as S } from '#contract/works/accounts/rules.ts';
import { COMMITTED_STATES, CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { job } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { NEEDED_PAPERS, usersOfPartner } from '#server/modules/company/partners/standing.service.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import type { Loaded } from '#server/modules/works/contracts/standing.service.ts';
import { retentionOf, type LoadedAccount } from './accounts.facts.ts';

type Told = Pick<Loaded, 'id' | 'name' | 'projectId' | 'contractorId'>;

/** Tells who takes the next step of an account, and its contractor what was paid or reversed. */
export async function tellStep(
  ctx: Acting,
  contract: Told,
  account: Pick<LoadedAccount, 'id' | 'number' | 'madeBy' | 'approvedBy' | 'version'>,
  to: number,
): Promise<void> {
  const tell = (kind: NoticeKind, people: readonly (number | null)[], words: string) =>
    notify(ctx, {
      kind,
      to: people,
      text: `La cuenta ${account.number} del contrato ${contract.name} ${words}.`,
      url: `/oficina/pagos-a-contratistas/${account.id}`,
      event: `cuenta_obra:${account.id}:${to}:${account.version}`,
    });
  const builders = () => usersOfPartner(ctx.db, contract.contractorId);
  const colleagues = (permission: 'contratos.aprobar' | 'contabilidad.aprobar') =>
    whoMay(ctx.db, permission, contract.projectId);
  switch (to) {
    case S.sent:
      return tell('cuenta_por_refrendar', await builders(), 'espera tu refrendo');
    case S.countersigned:
      return tell(
        'cuenta_refrendada',
        await colleagues('contratos.aprobar'),
        'está refrendada y espera aprobación',
      );
    case S.approved:
      return tell(
        'cuenta_por_pagar',
        await colleagues('contabilidad.aprobar'),
        'está aprobada y espera su pago',
      );
    case S.paid:
      return tell('cuenta_pagada', [...(await builders()), account.madeBy], 'está pagada');
    case S.reversed:
      return tell(
        'cuenta_reversada',
        [...(await builders()), account.madeBy, account.approvedBy],
        'se reversó',
      );
    default:
  }
}

/** Tells who measured an account that its contractor disputes one of its lines. */
export const tellDispute = (
  ctx: Acting,
  contract: Told,
  account: Pick<LoadedAccount, 'id' | 'number' | 'madeBy'>,
  lineId: number,
  reason: string,
) =>
  notify(ctx, {
    kind: 'cuenta_disputada',
    to: [account.madeBy],
    text: `El contratista no está de acuerdo con una línea de la cuenta ${account.number} del contrato ${contract.name}: ${reason}`,
    url: `/oficina/pagos-a-contratistas/${account.id}`,
    event: `cuenta_obra:${account.id}:disputa:${lineId}`,
  });

/**
 * Each night: tells who pays that a retention may be returned, and, with the contractor, that a paper of a contractor at
 * work has expired, once each. Safe to run twice.
 */
export const accountsNight = job({
  name: 'accounts.night',
  payload: z.object({}),
  cron: '20 0 * * *',
  async run(ctx) {
    await tellRetention(ctx);
    await tellPapers(ctx);
  },
});

async function tellRetention(ctx: Acting): Promise<void> {
  const received = await ctx.db
    .select()
    .from(contracts)
    .where(sql`${contracts.stateId} in (${CONTRACT_STATE.finished}, ${CONTRACT_STATE.accepted})`)
    .orderBy(contracts.id);
  for (const contract of received) {
    const { returnableCents, reception } = await retentionOf(ctx, contract);
    if (returnableCents <= 0) continue;
    await notify(ctx, {
      kind: 'retenido_por_devolver',
      to: await whoMay(ctx.db, 'contabilidad.aprobar', contract.projectId),
      text: `Ya se puede devolver ${reception === 'provisional' ? 'la mitad del' : 'el'} retenido del contrato ${contract.name}.`,
      url: `/oficina/contratos/${contract.id}?ver=cuentas`,
      event: `contrato:${contract.id}:retenido:${reception}`,
    });
  }
}

/** Papers without which nothing is paid, of contractors with a contract under way. */
async function tellPapers(ctx: Acting): Promise<void> {
  const today = panamaDay(ctx.now);
  const expired = await ctx.db
    .select({ paper: partnerPapers, name: partners.name })
    .from(partnerPapers)
    .innerJoin(partners, eq(partners.id, partnerPapers.partnerId))
    .where(
      and(
        isNull(partnerPapers.replacedAt),
        lt(partnerPapers.expiresOn, today),
        sql`${partnerPapers.kind} = any(${sql.param([...NEEDED_PAPERS])}::text[])`,
        isNull(partners.archivedAt),
        sql`exists (select from contracts c where c.contractor_id = ${partners.id}
          and c.state_id = any(${sql.param(COMMITTED_STATES.filter((state) => state !== CONTRACT_STATE.settled))}::int[]))`,
      ),
    )
    .orderBy(partnerPapers.id);
  if (expired.length === 0) return;
  const payers = await whoMay(ctx.db, 'contabilidad.aprobar');
  for (const { paper, name } of expired) {
    const about = {
      kind: 'papel_contratista_vencido',
      event: `socio:${paper.partnerId}:vencido:${paper.id}`,
    } as const;
    const what = `${PAPER_KINDS[paper.kind as PaperKind]} venció el ${showDay(paper.expiresOn!)}`;
    await notify(ctx, {
      ...about,
      to: payers,
      text: `A ${name} no se le puede pagar: ${what}.`,
      url: `/oficina/contratistas/${paper.partnerId}`,
    });
    await notify(ctx, {
      ...about,
      to: await usersOfPartner(ctx.db, paper.partnerId),
      text: `${what}: mientras no lo renueves no se te puede pagar.`,
      url: '/oficina/pagos-a-contratistas',
    });
  }
}
