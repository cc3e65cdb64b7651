import { SECTION_LABELS, type Diary, type SectionName } from '#contract/works/diary/model.ts';
import { sql } from 'drizzle-orm';
import { rows, type Db } from '#server/kernel/db.ts';

interface Line {
  id: number;
  at: string;
  who: string | null;
  action: string;
  data: { section?: SectionName; before?: { text?: string }; after?: { text?: string } };
}

/** Who wrote, corrected and sealed a day, from the audit; the newest first. */
export async function historyOf(db: Db, id: number): Promise<Diary['historia']> {
  const found = await rows<Line>(
    db,
    sql`select a.id::float8 id, a.at, u.name who, a.action, a.data from audit_log a
      left join users u on a.actor_kind = 'staff' and u.id::text = a.actor_id
      where a.entity = 'bitacora' and a.entity_id = ${String(id)} and a.action = any('{crear,importar,cambiar,sellar}')
      order by a.id desc limit 200`,
  );
  return found.map(({ action, data, ...line }) => ({
    ...line,
    at: new Date(line.at).toISOString(),
    text: historyText(action, data),
  }));
}

function historyText(action: string, { section, before, after }: Line['data']): string {
  if (action === 'sellar') return 'Selló el día.';
  if (action === 'cambiar')
    return before?.text === after?.text
      ? `Corrigió las cifras de «${after?.text ?? ''}».`
      : `Corrigió «${before?.text ?? ''}»: «${after?.text ?? ''}».`;
  const what = section ? SECTION_LABELS[section] : 'Anotación';
  return `${action === 'importar' ? 'Importó' : 'Anotó'}: ${what}.`;
}
