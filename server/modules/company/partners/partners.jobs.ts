import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay, showDay } from '#contract/dates.ts';
import { PAPER_KINDS, PAPER_WARNING_DAYS, type PaperKind } from '#contract/company/partners/partners.ts';
import { rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { findPapersToTell, markTold } from './partners.queries.ts';

/**
 * Each night: one mail to each administrator with the documents that expire within 30 days. Each document is announced
 * once, so a second run sends nothing. Without an administrator no document is marked, so nothing is missed.
 */
export const warnOfPapers = job({
  name: 'users.papers_expiring',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const papers = await findPapersToTell(ctx.db, panamaDay(ctx.now));
    if (papers.length === 0) return;
    const administrators = await rows<{ name: string; email: string }>(
      ctx.db,
      sql`select u.name, u.email::text from users u where u.active and u.password_hash is not null and is_administrator(u.id)
        order by u.id`,
    );
    if (administrators.length === 0) return;
    const lines = papers.map(
      ({ kind, number, expiresOn, partner }) =>
        `· ${partner}: ${PAPER_KINDS[kind as PaperKind]}${number ? ` ${number}` : ''}, vence el ${showDay(expiresOn)}`,
    );
    const pages = [...new Set(papers.map(({ partnerKind }) => partnerKind))].map(
      (kind) => `${ctx.config.appUrl}/oficina/${kind}s?papeles=por_vencer`,
    );
    const [first] = papers;
    const subject =
      papers.length === 1
        ? `Un documento de ${first!.partner} vence pronto`
        : `${papers.length} documentos de contratistas y contratantes vencen pronto`;
    for (const { name, email } of administrators)
      await ctx.mail.send(ctx, {
        kind: 'papeles_por_vencer',
        to: email,
        subject,
        body: `Hola, ${name}.\n\nEn los próximos ${PAPER_WARNING_DAYS} días vence:\n${lines.join('\n')}\n\n${pages.join('\n\n')}`,
      });
    await markTold(
      ctx.db,
      papers.map(({ id }) => id),
      ctx.now,
    );
  },
});
