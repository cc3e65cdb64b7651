import { eq, inArray } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import {
  SETTING_KEYS,
  settingToSave,
  type Logo,
  type SettingKey,
  type Settings,
} from '#contract/company/settings/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import type { Files, UploadedFile } from '#server/kernel/files.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { fieldName } from '#server/kernel/zodErrors.ts';
import { forgetSettings, logoPath, valueOf } from './settings.service.ts';

type Acting = Pick<Context, 'db' | 'now' | 'staff' | 'client' | 'afterCommit'>;

/** All settings with their values and versions. Not cached, because a form is filled with them. */
export async function storedSettings(ctx: Pick<Context, 'db'>) {
  const found = await ctx.db
    .select()
    .from(settings)
    .where(inArray(settings.key, [...SETTING_KEYS]));
  const stored = new Map(found.map(({ key, value }) => [key, value]));
  const values = Object.fromEntries(
    SETTING_KEYS.map((key) => [key, valueOf(key, stored.get(key))]),
  ) as Settings;
  return {
    values,
    set: found.map(({ key, version, updatedAt }) => ({
      key: key as SettingKey,
      version,
      updated_at: updatedAt.toISOString(),
    })),
    logo_url: values.brand.logo && logoPath(values.brand.logo.sha256),
  };
}

/** Locks the stored row until the transaction ends. Returns its version and current value. */
async function lockSetting<K extends SettingKey>(ctx: Acting, key: K) {
  const [row] = await ctx.db.select().from(settings).where(eq(settings.key, key)).for('no key update');
  return { version: row?.version ?? 0, value: valueOf(key, row?.value) };
}

async function store(
  ctx: Acting,
  key: SettingKey,
  before: { version: number; value: unknown },
  after: unknown,
) {
  const updated = { value: after, version: before.version + 1, updatedAt: ctx.now };
  const written =
    before.version === 0
      ? await ctx.db
          .insert(settings)
          .values({ key, ...updated })
          .onConflictDoNothing()
          .returning()
      : await ctx.db.update(settings).set(updated).where(eq(settings.key, key)).returning();
  if (written.length === 0) throw conflict('STALE');
  await audit(ctx, 'configurar', 'configuracion', key, { before: before.value, after });
  ctx.afterCommit(forgetSettings);
}

/**
 * Stores one setting, audited with before and after. Not for the logo (setLogo). Raises 422 at `value[…]`, 409 STALE.
 */
export async function changeSetting(
  ctx: Acting,
  key: SettingKey,
  given: unknown,
  version?: number,
): Promise<void> {
  const before = await lockSetting(ctx, key);
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  const parsed = settingToSave(key).safeParse(given);
  if (!parsed.success || given === undefined)
    throw invalid(
      (parsed.error?.issues ?? [{ path: [], message: 'Escribe el valor.' }])
        .slice(0, 50)
        .map((issue) => ({ field: fieldName(['value', ...issue.path]), message: issue.message })),
    );
  await store(ctx, key, before, keeping(key, parsed.data, before.value));
}

function keeping(key: SettingKey, given: unknown, before: unknown): unknown {
  if (key === 'brand') return { ...(given as Settings['brand']), logo: (before as Settings['brand']).logo };
  if (key === 'ownHolidays')
    return (given as Settings['ownHolidays']).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return given;
}

/** Resets a setting to its default; of `brand` only the colour. */
export async function resetSetting(ctx: Acting, key: SettingKey): Promise<void> {
  if (key === 'brand') return changeSetting(ctx, key, { color: null });
  const before = await lockSetting(ctx, key);
  if (before.version === 0) return;
  await ctx.db.delete(settings).where(eq(settings.key, key));
  await audit(ctx, 'restablecer', 'configuracion', key, { before: before.value });
  ctx.afterCommit(forgetSettings);
}

/** Sets or removes the logo. Raises 422 at `archivo` when it is not a picture. */
export async function setLogo(
  ctx: Acting & Pick<Context, 'files'>,
  upload: UploadedFile | null,
): Promise<void> {
  const before = await lockSetting(ctx, 'brand');
  const logo = upload && (await renderLogo(ctx.files, upload));
  await store(ctx, 'brand', before, { ...before.value, logo });
}

const SHOWN = 512;

async function renderLogo(files: Files, upload: UploadedFile): Promise<Logo> {
  const { default: sharp } = await import('sharp');
  const bytes = await buffer(await files.store.read(upload.sha256));
  const picture = sharp(bytes, { limitInputPixels: 40_000_000 }).rotate();
  const keep = async (png: Buffer) => (await files.keep(png, 'logo.png', 'image/png')).sha256;
  const square = async (edge: number) =>
    keep(
      await picture
        .clone()
        .resize({
          width: Math.round(edge * 0.8),
          height: Math.round(edge * 0.8),
          fit: 'contain',
          background: '#fff0',
        })
        .extend({
          top: Math.floor(edge * 0.1),
          bottom: edge - Math.round(edge * 0.8) - Math.floor(edge * 0.1),
          left: Math.floor(edge * 0.1),
          right: edge - Math.round(edge * 0.8) - Math.floor(edge * 0.1),
          background: '#fff0',
        })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer(),
    );
  try {
    const { data, info } = await picture
      .clone()
      .resize({ width: SHOWN, height: SHOWN, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    return {
      sha256: await keep(data),
      width: info.width,
      height: info.height,
      icons: { 192: await square(192), 512: await square(512) },
    };
  } catch {
    throw invalid([{ field: 'archivo', message: 'La imagen no se puede leer. Prueba con otra.' }]);
  }
}
