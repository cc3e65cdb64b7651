import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { z } from 'zod';
import type { SystemHealth } from '#contract/company/health/model.ts';
import { SUPPORT_BUNDLE, getHealth, retryFailedJobs } from '#contract/company/health/endpoints.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { sql } from '#server/kernel/db.ts';
import { DeliverMail } from '#server/kernel/mail.ts';
import { mailServers, outboxMails } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
type Health = z.infer<typeof SystemHealth>;

const keepMail = (to: string, state: string, createdAt = llave.clock.now()) =>
  llave.database.db.insert(outboxMails).values({
    kind: 'enlace',
    to,
    subject: 'Asunto secreto',
    body: 'Cuerpo secreto',
    state,
    createdAt,
  });

async function textsOf(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8');
  return found;
}

describe('the state of the system', () => {
  test('is for who sees the administration, and says what is late, stuck and failed', async () => {
    const [admin, adviser] = await Promise.all([signInAs(llave, 'administrador'), signInAs(llave, 'asesor')]);
    expect((await adviser.get(getHealth.path)).statusCode).toBe(403);
    expect((await adviser.get(SUPPORT_BUNDLE)).statusCode).toBe(403);
    await keepMail('ana@correo.test', 'failed');
    const { facts, checks } = (await admin.get(getHealth.path)).json<{ data: Health }>().data;
    expect(facts).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), safe_mode: false });
    expect(facts.database_size).toBeGreaterThan(1_000_000);
    expect(facts.mail.failed).toBe(1);
    expect(checks.map(({ key }) => key)).toEqual(['disco', 'respaldo', 'tareas', 'correo']);
  });

  test('what needs somebody to act is told to administrators on every page, with where it is mended', async () => {
    const [admin, adviser] = await Promise.all([signInAs(llave, 'administrador'), signInAs(llave, 'asesor')]);
    await llave.database.db.insert(mailServers).values({
      host: 'smtp.casas.test',
      port: 465,
      security: 'tls',
      username: '',
      senderName: 'Casas',
      senderAddress: 'avisos@casas.test',
      updatedAt: llave.clock.now(),
    });
    await keepMail('ana@correo.test', 'queued', new Date(llave.clock.now().getTime() - HOUR_MS));
    const { checks } = (await admin.get(getHealth.path)).json<{ data: Health }>().data;
    expect(checks.find(({ key }) => key === 'correo')).toMatchObject({
      tone: 'negative',
      leads_to: { href: '/oficina/servidor-de-correo' },
    });
    const told = async (browser: typeof admin) =>
      (await browser.get('/api/office/menu')).json<{ data: { unhealthy: string[] } }>().data.unhealthy;
    expect(await told(admin)).toEqual(['Correos']);
    expect(await told(adviser)).toEqual([]);
  });

  test('jobs that failed for good are queued again by who edits the administration, once', async () => {
    const [admin, auditor] = await Promise.all([
      signInAs(llave, 'administrador'),
      signInAs(llave, 'auditor'),
    ]);
    const { db } = llave.database;
    const path = (name: string) => retryFailedJobs.path.replace(':name', name);
    expect((await admin.post(path('nada.de.este.nombre'))).statusCode).toBe(404);
    await llave.app.core.services.jobs.send(db, DeliverMail, { id: 1 });
    await db.execute(
      sql`update jobs.job set state = 'failed', completed_on = ${llave.clock.now()} where name = ${DeliverMail.name}`,
    );
    expect((await auditor.post(path(DeliverMail.name))).statusCode).toBe(403);
    const answer = await admin.post(path(DeliverMail.name));
    expect(answer.json()).toMatchObject({ success: expect.stringContaining('Se intenta otra vez') });
    const { rows } = await db.execute(sql`select state from jobs.job where name = ${DeliverMail.name}`);
    expect(rows).toEqual([{ state: 'retry' }]);
    expect((await admin.post(path(DeliverMail.name))).statusCode).toBe(404);
  });

  test('the support bundle holds no address, name or secret of the company', async () => {
    const admin = await signInAs(llave, 'administrador');
    await keepMail('nombre.secreto@correo.test', 'kept');
    llave.app.log.error(
      { err: new Error('fallo con «Ana Pérez» ana@correo.test 6123-4567') },
      'job of ana@correo.test failed',
    );
    const answer = await admin.get(SUPPORT_BUNDLE);
    expect(answer.statusCode, answer.body).toBe(200);
    const files = await textsOf(answer.rawPayload);
    expect(Object.keys(files).toSorted()).toEqual([
      'ajustes.json',
      'correos.json',
      'entorno.json',
      'registro.txt',
      'salud.json',
      'tablas.json',
      'tareas.json',
    ]);
    const all = Object.values(files).join('\n');
    expect(all).toContain('job of ••• failed');
    for (const secret of [
      admin.user.email,
      'secreto',
      'Ana Pérez',
      '6123',
      llave.app.core.services.config.DATA_DIR,
    ])
      expect(all).not.toContain(secret);
  });
});
