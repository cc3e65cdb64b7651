import { MISSING_DOCUMENTS } from '#contract/sales/documents/rules.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { rows, anyOf, idOf } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { pushToBuyers } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { findParties, mayReach } from '#server/modules/sales/buyers/parties.service.ts';
import { saleReminders } from './reminders.table.ts';
import { RemindToSign } from './reminders.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';

/** Sales per run; the next run of the same day continues. */
const BATCH = 500;

/** Returns true for the first caller only; the mail is sent only then. */
async function once(ctx: JobContext, saleId: number, kind: 'firma' | 'papeles' | 'reserva', key: string) {
  const made = await ctx.db
    .insert(saleReminders)
    .values({ saleId, kind, key, at: ctx.now })
    .onConflictDoNothing()
    .returning({ id: saleReminders.id });
  return made.length > 0;
}

/** Reminds each buyer who neither signed nor rejected. Does nothing for an ended sale. */
const remindToSign = job({
  ...RemindToSign,
  async run(ctx, { saleId, hours }) {
    const sale = await lockSale(ctx.db, saleId);
    if (!sale || sale.stateId === SALE.draft || hasEnded(sale.stateId)) return;
    const parties = await findParties(ctx, saleId);
    if (!parties) return;
    let told = false;
    for (const buyer of await buyersOf(ctx.db, saleId)) {
      if (buyer.role !== 'comprador' || buyer.outcome !== null) continue;
      // A co-buyer without an email is reached through the contact.
      const own = buyer.email !== null && buyer.email !== parties.email;
      const to = own ? buyer.email : await mayReach(ctx, parties);
      if (!to || !(await once(ctx, saleId, 'firma', `${buyer.id ?? 0}:${hours}`))) continue;
      await ctx.mail.send(ctx, {
        kind: 'firma_pendiente',
        to,
        ...fill('firma_pendiente', {
          cliente: buyer.name,
          codigo: parties.code,
          modelo: parties.model,
          proyecto: parties.project,
          enlace: await createLink(ctx, saleId, own ? buyer.id : undefined),
        }),
      });
      told = true;
    }
    if (told) await pushToBuyers(ctx, 'firma_pendiente', saleId, {});
  },
});

/**
 * Every hour in the daytime: reminds customers with missing documents every few days (a setting), until none is missing
 * or the sale has moved on or ended.
 */
const remindOfPapers = job({
  name: 'sales.remindOfPapers',
  payload: z.object({}),
  cron: '20 9-17 * * *',
  async run(ctx) {
    const { claims } = await readSettings(ctx.db);
    const before = new Date(ctx.now.getTime() - claims.remindPapersDays * DAY_MS);
    const states = sql.raw([SALE.received, SALE.inReview, SALE.papersMissing].join(', '));
    const late = await rows<{ id: number; labels: string[] }>(
      ctx.db,
      sql`select sales.id, open.labels from sales
        cross join lateral (select array_agg(d.label order by d.type_id, d.position) labels from documents d
          where d.sale_id = sales.id and d.required and d.state_id in ${anyOf(MISSING_DOCUMENTS)}) open
        where sales.state_id in (${states}) and sales.received_at <= ${before} and open.labels is not null
          and not exists (select from sale_reminders r where r.sale_id = sales.id and r.kind = 'papeles' and r.at > ${before})
        order by sales.id limit ${BATCH} for no key update of sales skip locked`,
    );
    let told = 0;
    for (const { id, labels } of late) {
      const parties = await findParties(ctx, id);
      // Recorded also without an email address, so that the next run reaches other sales.
      if (!(await once(ctx, id, 'papeles', panamaDay(ctx.now))) || !parties) continue;
      const to = await mayReach(ctx, parties);
      if (!to) continue;
      told += 1;
      await ctx.mail.send(ctx, {
        kind: 'documentos_recordatorio',
        to,
        ...fill('documentos_recordatorio', {
          cliente: parties.contact,
          codigo: parties.code,
          documentos: labels.map((label) => `· ${label}`).join('\n'),
          asunto:
            labels.length === 1 ? 'Aún nos falta un documento' : `Aún nos faltan ${labels.length} documentos`,
          enlace: await createLink(ctx, id),
        }),
      });
    }
    ctx.log.info({ told }, 'customers reminded of papers');
  },
});

/** From the last action of the buyer until the reminder; older drafts are left alone. */
const UNFINISHED = { hours: 3, until: 48 };

/**
 * Every hour in the daytime: one mail to who held a lot and did not finish the form. Never a second one to the same
 * address within a week, and none to who finished another purchase or withdrew a consent.
 */
const remindToFinish = job({
  name: 'sales.remindToFinish',
  payload: z.object({}),
  cron: '50 8-19 * * *',
  async run(ctx) {
    const at = (hours: number) => new Date(ctx.now.getTime() - hours * HOUR_MS);
    const held = await rows<{ id: number; lot: string; free: boolean }>(
      ctx.db,
      sql`select sales.id, l.name lot, (l.state_id = ${idOf(LOT_STATE.available)}) free from sales
        join people p on p.id = sales.person_id
        join lateral (select lot_id from lot_claims c where c.sale_id = sales.id order by c.id desc limit 1) c on true
        join lots l on l.id = c.lot_id
        where sales.state_id = ${idOf(SALE.draft)} and sales.started_by is not null and sales.purged_at is null
          and sales.last_action_at between ${at(UNFINISHED.until)} and ${at(UNFINISHED.hours)} and p.email is not null
          and not exists (select from lot_claims live where live.sale_id = sales.id and live.released_at is null)
          and not exists (select from consents g where g.sale_id = sales.id and g.revoked_at is not null)
          and not exists (select from sales other join people o on o.id = other.person_id
            where o.email = p.email and other.received_at >= sales.created_at)
          and not exists (select from sale_reminders r join sales s on s.id = r.sale_id join people o on o.id = s.person_id
            where r.kind = 'reserva' and (r.sale_id = sales.id or (o.email = p.email and r.at > ${at(7 * 24)})))
        order by sales.id limit ${BATCH} for no key update of sales skip locked`,
    );
    const written = new Set<string>();
    let told = 0;
    for (const { id, lot, free } of held) {
      const parties = await findParties(ctx, id);
      const address = parties?.email?.toLowerCase();
      if (!parties || !address || written.has(address) || !(await once(ctx, id, 'reserva', ''))) continue;
      written.add(address);
      const to = await mayReach(ctx, parties);
      if (!to) continue;
      told += 1;
      await ctx.mail.send(ctx, {
        kind: 'reserva_pendiente',
        to,
        ...fill('reserva_pendiente', {
          cliente: parties.contact,
          modelo: parties.model,
          proyecto: parties.project,
          lote: lot,
          libre: free ? 'sí' : null,
          enlace: await createLink(ctx, id),
        }),
      });
    }
    ctx.log.info({ told }, 'customers reminded of an unfinished form');
  },
});

export const reminderJobs = [remindToSign, remindOfPapers, remindToFinish];
