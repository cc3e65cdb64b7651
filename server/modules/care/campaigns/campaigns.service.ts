import { and, asc, eq, sql } from 'drizzle-orm';
import {
  MOST_PEOPLE,
  PER_MINUTE,
  type Campaign,
  type Group,
  type GroupCount,
  type NewCampaign,
} from '#contract/care/campaigns/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { openRoom } from '#server/modules/care/chat/chat.service.ts';
import {
  appendTemplate,
  ensureNumber,
  requireTemplate,
  valuesFor,
} from '#server/modules/care/whatsapp/queue.service.ts';
import { peopleOfProspects } from '#server/modules/sales/prospects/group.service.ts';
import { campaignPeople, campaigns } from './campaigns.table.ts';

/** The people of a group, once each, with the reason why one gets nothing. */
const groupOf = (ctx: Context, group: Group) =>
  sql`select p.id, c.opted_out_at is not null baja,
      not (exists (select from whatsapp_addresses a where a.person_id = p.id)
        or (p.phone ~ '^\\+(5076|(?!507))' and not exists (select from whatsapp_addresses a where a.phone = p.phone))) sin_numero
    from people p left join conversations c on c.person_id = p.id
    where p.merged_into_id is null and p.purged_at is null and p.id in (${peopleOfProspects(ctx, group)})`;

/** Whom a campaign would reach now. */
export async function countOf(ctx: Context, group: Group): Promise<GroupCount> {
  const found = await row<GroupCount>(
    ctx.db,
    sql`select (count(*) filter (where not baja and not sin_numero))::int personas, (count(*) filter (where baja))::int baja,
      (count(*) filter (where sin_numero and not baja))::int sin_numero from (${groupOf(ctx, group)}) g`,
  );
  return found!;
}

/** Raises 404, 409 TEMPLATE_CLOSED and COUNT_CHANGED, 422 at the fields. */
export async function create(ctx: Context, asked: NewCampaign): Promise<Campaign> {
  const template = await requireTemplate(ctx, asked.plantilla_id);
  if (template.placeholders.includes('texto') && !asked.texto)
    throw invalid([{ field: 'texto', message: 'Escribe lo que va en la plantilla.' }]);
  if (asked.personas > MOST_PEOPLE)
    throw invalid([
      { field: 'grupo', message: `Un envío llega a lo más a ${MOST_PEOPLE} personas. Usa más filtros.` },
    ]);
  const [made] = await ctx.db
    .insert(campaigns)
    .values({
      name: asked.nombre,
      templateId: template.id,
      typed: asked.texto,
      group: asked.grupo,
      state: 'enviando',
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  const id = made!.id;
  const taken = await rows(
    ctx.db,
    sql`insert into chat_campaign_people (campaign_id, person_id, position, state)
      select ${id}, g.id, row_number() over (order by g.id), 'espera' from (${groupOf(ctx, asked.grupo)}) g
      where not g.baja and not g.sin_numero returning person_id`,
  );
  if (taken.length !== asked.personas)
    throw conflict(
      'COUNT_CHANGED',
      `Ahora son ${taken.length} personas. Revisa el número y confirma otra vez.`,
      {
        personas: taken.length,
      },
    );
  await announce(ctx, { record: 'envio_whatsapp', id, verb: 'creado' });
  await audit(ctx, 'crear', 'envio_whatsapp', id, { name: asked.nombre, personas: taken.length });
  return campaignNow(ctx, id);
}

const SELECT = sql`select g.id, g.name, t.name template, g.state, u.name by, g.created_at,
    count(*)::int total, (count(*) filter (where k.state = 'espera'))::int waiting,
    (count(*) filter (where k.state = 'enviado'))::int sent,
    (count(*) filter (where m.state in ('delivered', 'read')))::int delivered, (count(*) filter (where m.state = 'read'))::int read,
    (count(*) filter (where m.state = 'failed'))::int failed, (count(*) filter (where k.state = 'omitido'))::int skipped,
    (count(*) filter (where exists (select from chat_messages r where r.conversation_id = m.conversation_id and r.sender = 'cliente'
      and r.created_at > m.created_at and r.created_at < m.created_at + interval '3 days')))::int answered
  from chat_campaigns g join whatsapp_templates t on t.id = g.template_id join users u on u.id = g.created_by
    join chat_campaign_people k on k.campaign_id = g.id left join chat_messages m on m.id = k.message_id`;
const present = (found: Campaign): Campaign => ({
  ...found,
  created_at: new Date(found.created_at).toISOString(),
});

/** The last campaigns. */
export const findCampaigns = async (ctx: Context): Promise<Campaign[]> =>
  (
    await rows<Campaign>(
      ctx.db,
      sql`${SELECT} where g.id in (select id from chat_campaigns order by id desc limit 30) group by g.id, t.id, u.id order by g.id desc`,
    )
  ).map(present);

async function campaignNow(ctx: Context, id: number): Promise<Campaign> {
  const found = await row<Campaign>(ctx.db, sql`${SELECT} where g.id = ${id} group by g.id, t.id, u.id`);
  if (!found) throw notFound();
  return present(found);
}

/** Stops a campaign; one that ended stays as it is. Raises 404. */
export async function cancel(ctx: Context, id: number): Promise<Campaign> {
  const stopped = await ctx.db
    .update(campaigns)
    .set({ state: 'cancelado' })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'enviando')))
    .returning();
  if (stopped.length > 0) {
    await announce(ctx, { record: 'envio_whatsapp', id, verb: 'cancelado' });
    await audit(ctx, 'anular', 'envio_whatsapp', id, {});
  }
  return campaignNow(ctx, id);
}

/** Each minute: the next people of every running campaign, each in its own savepoint. */
export async function sendNext(ctx: Acting): Promise<void> {
  const running = await ctx.db
    .select()
    .from(campaigns)
    .where(eq(campaigns.state, 'enviando'))
    .orderBy(asc(campaigns.id))
    .limit(5)
    .for('no key update', { skipLocked: true });
  for (const campaign of running) {
    const next = await ctx.db
      .select()
      .from(campaignPeople)
      .where(and(eq(campaignPeople.campaignId, campaign.id), eq(campaignPeople.state, 'espera')))
      .orderBy(asc(campaignPeople.position))
      .limit(Math.ceil(PER_MINUTE / running.length));
    const end = (state: 'terminado' | 'cancelado', reason: string | null) =>
      finish(ctx, campaign.id, state, reason);
    if (next.length === 0) {
      await end('terminado', null);
      continue;
    }
    const template = await requireTemplate(ctx, campaign.templateId).catch((error: unknown) => {
      if (error instanceof Refused) return error.message;
      throw error;
    });
    // Paused or rejected meanwhile: nothing more goes out.
    if (typeof template === 'string') {
      await end('cancelado', template);
      continue;
    }
    for (const { personId } of next) {
      const messageId = await inTransaction(ctx, (inside) =>
        sendOne(inside, campaign, template, personId),
      ).catch((error: unknown) => {
        if (error instanceof Refused) return null;
        throw error;
      });
      await ctx.db
        .update(campaignPeople)
        .set({ state: messageId === null ? 'omitido' : 'enviado', messageId })
        .where(and(eq(campaignPeople.campaignId, campaign.id), eq(campaignPeople.personId, personId)));
    }
    await announce(ctx, { record: 'envio_whatsapp', id: campaign.id, verb: 'avanzado' });
  }
}

async function finish(ctx: Acting, id: number, state: 'terminado' | 'cancelado', reason: string | null) {
  await ctx.db.update(campaigns).set({ state, reason }).where(eq(campaigns.id, id));
  await announce(ctx, { record: 'envio_whatsapp', id, verb: state });
}

/** Null: the person wrote BAJA meanwhile, or became somebody else. */
async function sendOne(
  ctx: Acting,
  { id, typed }: typeof campaigns.$inferSelect,
  template: Awaited<ReturnType<typeof requireTemplate>>,
  personId: number,
): Promise<number | null> {
  const person = await row(
    ctx.db,
    sql`select from people where id = ${personId} and merged_into_id is null and purged_at is null`,
  );
  if (!person) return null;
  const room = await openRoom(ctx, personId);
  if (room.optedOutAt !== null) return null;
  await ensureNumber(ctx, personId);
  const values = await valuesFor(ctx, template, { personId, typed });
  const made = await appendTemplate(ctx, room, template, values, {
    userId: null,
    clientId: `envio ${id}`,
  });
  return made.id;
}
