import { sql } from 'drizzle-orm';
import { isoOf } from '#server/kernel/db.ts';

/** What left for the bank of the row `bank_applications`, the newest first. */
export const transfersKnown = sql`(select coalesce(json_agg(json_build_object('id', t.id, 'format', t.format,
    'papers', (select coalesce(json_agg(one ->> 'label'), '[]') from jsonb_array_elements(t.papers) one),
    'who', u.name, 'at', ${isoOf('t.at')}) order by t.id desc), '[]')
  from bank_transfers t left join users u on u.id = t.user_id where t.application_id = bank_applications.id)`;
