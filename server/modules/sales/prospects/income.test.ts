import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const URL = '/api/sale/prospects';
const record = (answer: { json: <T>() => T }) => answer.json<{ data: Prospect }>().data;

test('a person’s income is visible only with permission for income documents, and reads are logged; an adviser can only write it', async () => {
  const { db } = llave.database;
  const adviser = await signInAs(llave, 'asesor');
  const coordinator = await signInAs(llave, 'coordinador');
  const made = record(
    await adviser.post(URL, {
      nombre: 'Ana Núñez',
      celular: '6700-4444',
      proyecto_id: (await makeProject(db)).id,
      ingreso_id: 2,
      consentimiento_datos: true,
    }),
  );
  expect(made).toMatchObject({ income_range: null, income_hidden: true });
  const one = `${URL}/${made.id}`;
  const reads = () =>
    db.$count(
      auditLog,
      and(
        eq(auditLog.action, 'leer'),
        eq(auditLog.entity, 'prospecto'),
        eq(auditLog.entityId, String(made.id)),
      ),
    );
  expect(record(await adviser.get(one)).income_range).toBeNull();
  expect(await reads()).toBe(0);
  const seen = record(await coordinator.get(one));
  expect(seen).toMatchObject({ income_range: { id: 2 }, income_hidden: false });
  expect(await reads()).toBe(1);
  // A user who may not see the income does not delete it with another change.
  const change = await adviser.patch(one, { version: made.version, interes: 'Patio' });
  expect(change.statusCode, change.body).toBe(200);
  expect(record(await coordinator.get(one)).income_range).toMatchObject({ id: 2 });
});
