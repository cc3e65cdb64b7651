import { Settings } from '#contract/settings/model.ts';
import type { Site } from '#contract/page.ts';
import type { Db } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';

const BELIEVED_MS = 5_000;
let known: { db: Db; settings: Settings; until: number } | undefined;

/** Forgets what was read: after a change, and between tests. */
export const forgetSettings = () => void (known = undefined);

/** Every setting, the default where none was stored. Believed for five seconds. */
export async function readSettings(db: Db): Promise<Settings> {
  if (known && known.until > Date.now()) return known.settings;
  const stored = await db.select().from(settings);
  const read = Settings.parse(Object.fromEntries(stored.map(({ key, value }) => [key, value])));
  known = { db, settings: read, until: Date.now() + BELIEVED_MS };
  return read;
}

/** Stores one setting. */
export async function writeSetting<K extends keyof Settings>(
  db: Db,
  key: K,
  value: Settings[K],
  now: Date,
): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } });
  forgetSettings();
}

/** What customer pages show of the company, and whose frames they may hold. */
export async function readSite(db: Db): Promise<{ site: Site; hosts: readonly string[] }> {
  const { company, mediaHosts } = await readSettings(db);
  const legalName = [company.legalName, company.ruc && `RUC ${company.ruc}`].filter(Boolean).join(' · ');
  return {
    site: {
      company: company.name,
      legalName,
      logo: company.logo,
      phone: company.phone.replace(/\D/g, '') || null,
    },
    hosts: mediaHosts,
  };
}
