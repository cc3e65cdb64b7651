import { sql } from 'drizzle-orm';
import { isoOf } from '#server/kernel/db.ts';

/** Extensions of the letter of the row `bank_applications`, the oldest first. */
export const extensionsKnown = sql`(select coalesce(json_agg(json_build_object('id', e.id, 'reason', e.reason,
    'requested_by', asker.name, 'requested_at', ${isoOf('e.requested_at')}, 'from_expires_on', e.from_expires_on,
    'to_expires_on', e.to_expires_on, 'answered_by', answerer.name, 'answered_at', ${isoOf('e.answered_at')},
    'file', case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size) end)
    order by e.id), '[]')
  from promise_letters l join letter_extensions e on e.letter_id = l.id
  left join users asker on asker.id = e.requested_by left join users answerer on answerer.id = e.answered_by
  left join files f on f.id = e.file_id where l.application_id = bank_applications.id)`;
