import { HOUR_MS } from '#contract/dates.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sql } from 'drizzle-orm';
import { ENVELOPE, LATE_HOURS, SIGNER, WRONG_CODES } from '#contract/legal/envelopes/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';

/**
 * Envelopes that wait for a colleague: rejected ones with their reason, papers to certify, links that are closed, and
 * signatures that nobody gave for 72 hours.
 */
export function envelopeTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'legal.crear')) return null;
  const { userId } = staffOf(ctx);
  const late = new Date(ctx.now.getTime() - LATE_HOURS * HOUR_MS);
  const signer = (condition: ReturnType<typeof sql>) =>
    sql`exists (select from envelope_signers g where g.envelope_id = e.id and ${condition})`;
  const paper = signer(sql`g.state_id = ${idOf(SIGNER.toCertify)} and exists (select from envelope_papers p
    where p.signer_id = g.id and p.accepted is null and p.scanned_by is distinct from ${userId})`);
  const blocked = signer(sql`g.state_id = ${idOf(SIGNER.asked)} and g.wrong_codes >= ${idOf(WRONG_CODES)}`);
  return {
    rows: sql`select e.*, sales.person_id, ${paper} certify, ${blocked} blocked
      from envelopes e join sales on sales.id = e.sale_id
      where e.state_id in (${idOf(ENVELOPE.open)}, ${idOf(ENVELOPE.rejected)}) and ${salesInReach(ctx, 'legal.crear') ?? sql`true`}
        and (e.state_id = ${idOf(ENVELOPE.rejected)} and not exists (select from envelopes n where n.again_of_id = e.id
            or (n.record = e.record and n.record_id = e.record_id and n.id > e.id))
          or e.state_id = ${idOf(ENVELOPE.open)} and (${paper} or ${blocked} or e.since < ${late}))`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case when w.state_id = ${idOf(ENVELOPE.rejected)} then 'No quisieron firmar «' || w.title || '»' || coalesce(': ' || w.reason, '')
      when w.certify then 'Certificar el documento firmado «' || w.title || '»'
      when w.blocked then 'Enviar otra vez «' || w.title || '»: el enlace se cerró por códigos equivocados'
      else 'Falta la firma de ' || coalesce((select min(g.name) from envelope_signers g where g.envelope_id = w.id
        and g.state_id = ${idOf(SIGNER.asked)}), 'alguien') || ' en «' || w.title || '»' end`,
    due: sql`(w.since at time zone 'America/Panama')::date + 1`,
    since: sql`w.since`,
    parentId: sql`w.sale_id`,
  };
}
