import { createHash } from 'node:crypto';
import { brandCss, tintsOf } from '#contract/company/settings/brand.ts';
import {
  DEFAULTS,
  rucText,
  SETTING_KEYS,
  Settings,
  type SettingKey,
} from '#contract/company/settings/model.ts';
import type { Site } from '#contract/page.ts';
import type { Db } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { Lately } from '#server/kernel/lately.ts';

const known = new Lately<Settings>({ ms: 5_000 });
/** Clears the cache; call it after a change is committed. */
export const forgetSettings = () => known.forget();

/** All settings. Missing or no longer valid values get their default. Cached for five seconds. */
export const readSettings = (db: Db): Promise<Settings> =>
  known.read('', async () => {
    const stored = new Map((await db.select().from(settings)).map(({ key, value }) => [key, value]));
    return Object.fromEntries(SETTING_KEYS.map((key) => [key, valueOf(key, stored.get(key))])) as Settings;
  });

/** How long a user may take back what a single key or gesture did, in ms. */
export const undoMs = async (db: Db): Promise<number> => (await readSettings(db)).undo.minutes * 60_000;

export function valueOf<K extends SettingKey>(key: K, stored: unknown): Settings[K] {
  const parsed = Settings.shape[key].safeParse(stored);
  return parsed.success && stored !== undefined ? (parsed.data as Settings[K]) : DEFAULTS[key];
}

/** Stores one setting without permission check and audit: for the demo and tests. */
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

/** The company's look for pages, mails and PDFs. URLs are paths of this application. */
export interface Look {
  company: string;
  /** Legal name and RUC in one line; empty until they are set. */
  legalName: string;
  logo: { path: string; sha256: string; width: number; height: number } | null;
  /** Background colour of buttons, with enough contrast for white text. */
  action: string;
  /** URL of the style sheet with the company's colours; it changes with them. */
  stylesheet: string | null;
}

export const logoPath = (sha256: string) => `/marca/${sha256}.png`;

export async function readLook(db: Db): Promise<Look> {
  const { company, brand } = await readSettings(db);
  return {
    company: company.name,
    legalName: [company.legalName, rucText(company) && `RUC ${rucText(company)}`].filter(Boolean).join(' · '),
    logo: brand.logo && { ...brand.logo, path: logoPath(brand.logo.sha256) },
    action: tintsOf(brand.color).scale[8]!,
    stylesheet: brand.color && `/marca.css?v=${cssVersion(brand.color)}`,
  };
}

export const cssVersion = (color: string) =>
  createHash('sha256').update(brandCss(color)).digest('hex').slice(0, 12);

/** Company data for customer pages, and the hosts whose frames they may show. */
export async function readSite(
  db: Db,
): Promise<{ site: Site; hosts: readonly string[]; stylesheet: string | null }> {
  const [{ company, mediaHosts }, look] = await Promise.all([readSettings(db), readLook(db)]);
  return {
    site: {
      company: look.company,
      legalName: look.legalName,
      logo: look.logo?.path ?? null,
      phone: company.phone.replace(/\D/g, '') || null,
    },
    hosts: mediaHosts,
    stylesheet: look.stylesheet,
  };
}
