import { sql } from 'drizzle-orm';
import { documentKey, readDocument, type DocumentType } from '#contract/identity.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { KeysToCheck, KnownPerson } from '#contract/sales/prospects/model.ts';
import { OPEN_STAGES } from '#contract/sales/prospects/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { personInReach, prospectInReachOf } from './people.scope.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';

/** Maximum number of people shown per key. */
const SHOWN = 5;

interface Found {
  id: number;
  name: string;
  reached: boolean;
  documento: boolean;
  celular: boolean;
  correo: boolean;
  adviser: string | null;
  prospectId: number | null;
}

/**
 * People already known under one of the keys. Returns the name of those within the caller's scope; for others only the
 * name of their adviser (Ley 81 de 2019: an adviser learns nothing about another's client).
 */
export async function findKnown(ctx: Context, keys: KeysToCheck): Promise<KnownPerson[]> {
  const phone = keys.celular ? normalizePhone(keys.celular) : undefined;
  const email = keys.email?.trim() || undefined;
  const type: DocumentType = keys.tipo_documento ?? 'cedula';
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const read = keys.cedula ? readDocument(type, keys.cedula, cedulaMaxAsiento) : undefined;
  const document = read && documentKey(type, read);
  if (!phone && !email && !document) return [];
  // A separate query per key, so that each uses its own index.
  const by = [
    ...(document ? [sql`select id from people where document_key = ${document}`] : []),
    ...(phone ? [sql`select id from people where phone = ${phone}`] : []),
    ...(email ? [sql`select id from people where email = ${email}::citext`] : []),
  ];
  const openStages = sql.raw(OPEN_STAGES.join(', '));
  const found = await rows<Found>(
    ctx.db,
    sql`select p.id, p.name, ${personInReach(ctx, 'ventas.ver', sql`p.id`)} reached,
        coalesce(p.document_key = ${document ?? null}::text, false) documento,
        coalesce(p.phone = ${phone ?? null}::text, false) celular,
        coalesce(p.email = ${email ?? null}::citext, false) correo,
        coalesce(
          (select u.name from prospects t join users u on u.id = t.adviser_id
            where t.person_id = p.id and t.stage_id in (${openStages}) order by t.id desc limit 1),
          (select u.name from sales s join users u on u.id = s.adviser_id where s.person_id = p.id order by s.id desc limit 1)
        ) adviser,
        (select t.id from prospects t where t.person_id = p.id and t.stage_id in (${openStages})
          and t.project_id = ${keys.proyecto_id ?? null}::bigint
          and ${prospectInReachOf(ctx, 'ventas.ver')} order by t.id desc limit 1) "prospectId"
      from people p where p.merged_into_id is null and p.id in (${sql.join(by, sql` union `)})
      order by documento desc, reached desc, p.id desc limit ${sql.raw(String(SHOWN))}`,
  );
  return found.map((one) => ({
    keys: (['documento', 'celular', 'correo'] as const).filter((key) => one[key]),
    person: one.reached ? { id: one.id, name: one.name } : null,
    adviser: one.adviser,
    prospect_id: one.reached ? one.prospectId : null,
  }));
}
