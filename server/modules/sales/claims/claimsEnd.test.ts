import { expect, test } from 'vitest';
import { claimOf } from './claims.service.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';

const llave = useApp();

test('a worker frees the lot when its claim ends', async () => {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const lot = await makeLot(db, { projectId: project.id });
  // The queue uses PostgreSQL's clock: the hold began one second less than 30 minutes ago.
  const now = Date.now();
  llave.clock.set(new Date(now - 30 * 60_000 + 1000));
  const bought = await llave.browser().form(`/clientes/comprar/${model.id}`, {
    nombre: 'Ana Pérez',
    email: 'ana@correo.test',
    celular: '6123-4567',
    lote_id: String(lot.id),
  });
  const { precontratoId } = bought.json<{ precontratoId: number }>();
  expect(await claimOf(db, precontratoId)).toMatchObject({ until: new Date(now + 1000) });
  llave.clock.set(new Date(now + 1000));
  await llave.app.core.jobs.work();
  await expect.poll(() => claimOf(db, precontratoId), { interval: 100 }).toBeNull();
});
