import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { FetchMedia } from '#server/modules/care/whatsapp/names.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { makePicture } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { fakeWhatsapp, hook, tell, textFrom } from '#test/whatsapp.ts';
import { purgeProspect } from './purge.service.ts';

const fake = await fakeWhatsapp();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
beforeAll(async () => {
  await makeProject(llave.database.db);
});

test('a purge takes the messages, their files and the number', async () => {
  const { db } = llave.database;
  const phone = '50761110000';
  const first = hook({ messages: [textFrom(phone, 'wamid.p1', 'mi sueldo es 900', llave.clock.now())] });
  fake.files.set('m1', { bytes: new Uint8Array(await makePicture({ n: 2, width: 40 })), mime: 'image/png' });
  const picture = { from: phone, id: 'wamid.p2', timestamp: '1', type: 'image', image: { id: 'm1' } };
  const edit = {
    from: phone,
    id: 'wamid.p3',
    timestamp: '2',
    type: 'edit',
    edit: { original_message_id: 'wamid.p1', message: { type: 'text', text: { body: 'mi sueldo es 950' } } },
  };
  await tell(llave, first);
  await tell(llave, hook({ messages: [picture, edit] }));
  await runJobs(llave, FetchMedia);
  const count = async () =>
    row(
      db,
      sql`select (select count(*)::int from chat_messages) messages, (select count(*)::int from files where reference = 'mensaje') files,
        (select count(*)::int from whatsapp_addresses) numbers, (select count(*)::int from whatsapp_facts) facts`,
    );
  expect(await count()).toEqual({ messages: 2, files: 1, numbers: 1, facts: 1 });
  const [prospect] = await rows<{ id: number }>(
    db,
    sql`update prospects set stage_id = ${PROSPECT.discarded} returning id`,
  );
  expect(await llave.act((ctx) => purgeProspect(ctx, prospect!.id, 'prospecto_descartado'))).toBe(true);
  expect(await count()).toEqual({ messages: 0, files: 0, numbers: 0, facts: 0 });
});

test('a BAJA outlives the data of whoever said it, without the number', async () => {
  const { db } = llave.database;
  const phone = '50761110077';
  // What is said later than now counts as said now.
  const at = new Date(llave.clock.now().getTime() - HOUR_MS);
  await tell(llave, hook({ messages: [textFrom(phone, 'wamid.b1', 'hola', at)] }));
  await tell(llave, hook({ messages: [textFrom(phone, 'wamid.b2', 'BAJA', new Date(at.getTime() + 1000))] }));
  const coordinator = await signInAs(llave, 'coordinador');
  const list = 'Celular,Nombre\n6111-0077,Ana Ríos\n6111-0078,Luz Mora\n';
  const tried = await coordinator.form('/api/imports', {
    tipo: 'optouts',
    archivo: new File([list], 'bajas.csv', { type: 'text/csv' }),
  });
  expect(tried.statusCode, tried.body).toBe(201);
  const saying = async () =>
    row<{ baja: boolean; listed: number; kept: number; files: number }>(
      db,
      sql`select (select bool_or(c.opted_out_at is not null) from conversations c join people p on p.id = c.person_id
          where p.phone = ${`+${phone}`}) baja,
        (select count(*)::int from import_rows r where r::text like '%6111%0077%') listed,
        (select count(*)::int from import_rows) kept, (select count(*)::int from files where reference = 'importacion') files`,
    );
  expect(await saying()).toEqual({ baja: true, listed: 1, kept: 2, files: 1 });

  const [prospect] = await rows<{ id: number }>(
    db,
    sql`update prospects set stage_id = ${PROSPECT.discarded}
      where person_id = (select id from people where phone = ${`+${phone}`}) returning id`,
  );
  expect(await llave.act((ctx) => purgeProspect(ctx, prospect!.id, 'prospecto_descartado'))).toBe(true);
  expect(await saying()).toEqual({ baja: null, listed: 0, kept: 1, files: 0 });
  const [hash] = await rows<{ hash: string }>(db, sql`select number_hash hash from chat_opt_outs`);
  expect(hash!.hash).not.toContain('61110077');

  // The number comes back: it is answered, and not written to first.
  await tell(
    llave,
    hook({ messages: [textFrom(phone, 'wamid.b3', 'hola otra vez', new Date(at.getTime() + 60_000))] }),
  );
  expect(await saying()).toMatchObject({ baja: true });
  await tell(
    llave,
    hook({ messages: [textFrom(phone, 'wamid.b4', 'ALTA', new Date(at.getTime() + 120_000))] }),
  );
  expect(await saying()).toMatchObject({ baja: false });
  expect(await rows(db, sql`select 1 from chat_opt_outs`)).toEqual([]);
});
