import { openDatabase } from '#server/kernel/db.ts';
import { makeLargeCompany } from '#server/demo/large/large.ts';
import type { TestApp } from './app.ts';

/** Fills the database with a large company, as the owner of the tables: only the owner may disable triggers. */
export async function fillLarge(
  { app, clock, ownerUrl }: TestApp,
  size: { count: number; seed: number },
): Promise<void> {
  const database = openDatabase(ownerUrl, { max: 2 });
  const parts = { database, files: app.core.services.files, jobs: app.core.jobs };
  await makeLargeCompany(parts, { ...size, password: 'demo-llave-2026' }, { now: clock.now() }).finally(() =>
    database.close(),
  );
}
