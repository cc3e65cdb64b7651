import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { APPLICATION, DEED } from '#contract/company/catalogs/states.ts';
import { addDays, daysBetween, panamaDay, showDay } from '#contract/dates.ts';
import { CERTIFICATES, type CertificateKind } from '#contract/legal/deeds/rules.ts';
import { idOf, rows } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { lawyersOf } from '#server/modules/sales/workers/told.service.ts';

/** Days before an end on which it is told; after a missed night the nearest one. */
const WARNINGS = [15, 7, 3, 0];

interface Ending {
  deedId: number;
  saleId: number;
  projectId: number;
  processorId: number | null;
  name: string;
  what: 'paz' | 'carta' | 'defecto';
  kind: CertificateKind | null;
  day: string;
}

/** What ends soon while a deed is on its way: a paz y salvo, the letter of promise, the time to correct a defect. */
const findEndings = (ctx: JobContext, today: string) => {
  const until = addDays(today, WARNINGS[0]!);
  return rows<Ending>(
    ctx.db,
    sql`select d.id "deedId", s.id "saleId", s.project_id "projectId", s.processor_id "processorId", p.name, e.what, e.kind, e.day
      from deeds d join sales s on s.id = d.sale_id join people p on p.id = s.person_id
      cross join lateral (
        select 'paz' what, c.kind, c.expires_on "day" from deed_certificates c
          where c.deed_id = d.id and d.state_id < ${idOf(DEED.closed)} and (c.kind <> 'ph' or d.ph)
        union all
        select 'carta', null, t.expires_on from bank_applications a join promise_letters t on t.application_id = a.id
          where a.sale_id = s.id and a.chosen and a.state_id in (${idOf(APPLICATION.letter)}, ${idOf(APPLICATION.letterExpired)})
            and d.state_id between ${idOf(DEED.withBank)} and ${idOf(DEED.defective)}
        union all
        select 'defecto', null, d.due_on where d.state_id = ${idOf(DEED.defective)}) e
      where d.state_id not in (${idOf(DEED.handedOver)}, ${idOf(DEED.voided)}) and e."day" between ${today}::date and ${until}::date
      order by d.id, e.what, e.kind`,
  );
};

const textOf = ({ what, kind, day, name }: Ending): string =>
  what === 'paz'
    ? `${CERTIFICATES[kind!]} de ${name} vence el ${showDay(day)} y su escritura no se ha cerrado.`
    : what === 'carta'
      ? `La carta promesa de ${name} vence el ${showDay(day)} y su escritura sigue en camino: pide la prórroga.`
      : `El defecto de la escritura de ${name} se corrige hasta el ${showDay(day)}.`;

/** Each night: tells lawyer and processor what ends while a deed is on its way (domain.md §3). Safe to run twice. */
export const deedsNight = job({
  name: 'deeds.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const endings = await findEndings(ctx, today);
    for (const one of endings) {
      const left = daysBetween(today, one.day);
      const alert = WARNINGS.filter((days) => left <= days).at(-1)!;
      await notify(ctx, {
        kind: 'escritura_plazo',
        to: [
          ...(await lawyersOf(ctx.db, { id: one.saleId, projectId: one.projectId })),
          ...(one.what === 'carta' ? [one.processorId] : []),
        ],
        text: textOf(one),
        url: `/oficina/escrituras/${one.deedId}`,
        event: `escritura:${one.deedId}:${one.what}:${one.kind ?? ''}:${one.day}:${alert}`,
      });
    }
    ctx.log.info({ told: endings.length }, 'deeds');
  },
});
