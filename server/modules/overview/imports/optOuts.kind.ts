import { sql } from 'drizzle-orm';
import { cellText, dayCell, schemaCell, textCell } from '#contract/overview/imports/cells.ts';
import { dayText, panamaDay, panamaInstant } from '#contract/dates.ts';
import { normalizePhone, Phone, showPhone } from '#contract/phone.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { rows as rowsOf } from '#server/kernel/db.ts';
import { forbidden } from '#server/kernel/errors.ts';
import { liftOldOpt, noteOldOpt } from '#server/modules/care/chat/channel.service.ts';
import { forgetUnknown, noteNumber } from '#server/modules/care/whatsapp/address.service.ts';
import type { ImportKind } from './kind.ts';
import { OPT_OUTS } from './listed.service.ts';

/** What is known of a number: whose it is, and the last BAJA or ALTA. */
interface Known {
  now: Date;
  /** By telephone, E.164. */
  numbers: ReadonlyMap<string, { personId: number; optAt: Date | null; optedOutAt: Date | null }>;
}
interface Found {
  phone: string;
  personId: number;
  optAt: string | null;
  optedOutAt: string | null;
}

/** The numbers that a conversation or one person has. Of those that several people gave, a colleague says whose they are. */
const findNumbers = (ctx: Context, phones: readonly string[], lock: boolean): Promise<Found[]> =>
  rowsOf<Found>(
    ctx.db,
    sql`select n.phone, p.id "personId", c.opt_at "optAt", c.opted_out_at "optedOutAt"
      from unnest(${sql.param(phones)}::text[]) n (phone)
      left join whatsapp_addresses a on a.phone = n.phone
      join people p on p.id = coalesce(a.person_id, (select max(k.id) from people k
        where k.phone = n.phone and k.merged_into_id is null and k.purged_at is null
        having count(distinct coalesce(k.document_key, 'persona ' || k.id)) = 1))
      left join conversations c on c.person_id = p.id
      order by p.id ${lock ? sql`for no key update of p` : sql``}`,
  );

export const optOutsImport: ImportKind<Known> = {
  name: OPT_OUTS,
  title: 'Bajas de mensajes',
  text: 'Trae los celulares de quienes pidieron no recibir mensajes: solo se les responde, y no entran en ningún envío.',
  permission: 'chat.editar',
  seenBy: 'chat.ver',
  most: 2_000,
  columns: [
    {
      key: 'celular',
      title: 'Celular',
      aliases: ['telefono', 'whatsapp', 'numero'],
      required: true,
      example: '6123-4567',
      hint: 'De Panamá, o con + y el código del país.',
      read: () => schemaCell(Phone),
      show: (value) => showPhone(String(value ?? '')),
    },
    {
      key: 'nombre',
      title: 'Nombre',
      aliases: ['cliente', 'persona', 'contacto'],
      required: false,
      example: 'Ana Ríos',
      hint: 'Solo se usa cuando nadie tiene ese celular todavía.',
      read: () => textCell(80),
    },
    {
      key: 'desde',
      title: 'Desde',
      aliases: ['fecha', 'fecha de baja', 'dia'],
      required: false,
      example: '31/12/2025',
      hint: 'El día en que lo pidió. Vacío: hoy, o queda como está.',
      read: () => dayCell,
    },
  ],

  async load(ctx, lock, rows) {
    // The people of all colleagues: who has a narrower scope says BAJA in the conversation.
    if (scopeOf(ctx, 'chat.editar')?.scope !== 'todo') throw forbidden();
    const phones = rows.flatMap(({ celular }) => normalizePhone(cellText(celular ?? null)) ?? []);
    const found = await findNumbers(ctx, [...new Set(phones)], lock);
    const date = (text: string | null) => (text === null ? null : new Date(text));
    return {
      now: ctx.now,
      numbers: new Map(
        found.map(({ phone, personId, optAt, optedOutAt }) => [
          phone,
          { personId: Number(personId), optAt: date(optAt), optedOutAt: date(optedOutAt) },
        ]),
      ),
    };
  },

  match(values, { numbers, now }) {
    const [phone, today] = [String(values['celular']), panamaDay(now)];
    const there = numbers.get(phone);
    const before = there?.optedOutAt ? panamaDay(there.optedOutAt) : null;
    const since = before ?? String(values['desde'] ?? today);
    if (since > today) return { column: 'Desde', fault: 'escribe un día que ya pasó, u hoy.' };
    if (there?.optAt && before === null && there.optAt >= panamaInstant(since))
      return {
        column: 'Celular',
        fault: `escribió ALTA el ${dayText(panamaDay(there.optAt))}, después de ese día: puede recibir mensajes.`,
      };
    return {
      key: phone,
      label: showPhone(phone),
      existing: there ? { id: there.personId, values: { celular: phone, desde: before } } : null,
      values: { _name: values['nombre'] ?? null, celular: phone, desde: since },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, values } of rows) {
      const name = String(values['_name'] ?? '');
      const { address } = await noteNumber(ctx, { phone: String(values['celular']), name });
      await noteOldOpt(ctx, address.personId, panamaInstant(String(values['desde'])));
      ids.set(row, address.personId);
    }
    return ids;
  },

  async undo(ctx, rows) {
    for (const { recordId, made, changes } of rows) {
      const since = panamaInstant(String(changes['desde']?.[1]));
      if (!(await liftOldOpt(ctx, recordId, since)))
        return 'Alguna de las personas escribió BAJA o ALTA después: su última palabra se queda.';
      if (made) await forgetUnknown(ctx, recordId);
    }
    return null;
  },
};
