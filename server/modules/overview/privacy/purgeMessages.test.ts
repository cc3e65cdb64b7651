import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { FetchMedia } from '#server/modules/care/whatsapp/names.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { makePicture } from '#test/papers.ts';
import { fakeWhatsapp, hook, tell, textFrom } from '#test/whatsapp.ts';
import { purgeProspect } from './purge.service.ts';

const fake = await fakeWhatsapp();
const house = useApp(fake.environment);
afterAll(() => fake.close());
beforeAll(async () => {
  await makeProject(house.database.db);
});

test('a purge takes the messages, their files and the number', async () => {
  const { db } = house.database;
  const phone = '50761110000';
  const first = hook({ messages: [textFrom(phone, 'wamid.p1', 'mi sueldo es 900', house.clock.now())] });
  fake.files.set('m1', { bytes: new Uint8Array(await makePicture({ n: 2, width: 40 })), mime: 'image/png' });
  const picture = { from: phone, id: 'wamid.p2', timestamp: '1', type: 'image', image: { id: 'm1' } };
  const edit = {
    from: phone,
    id: 'wamid.p3',
    timestamp: '2',
    type: 'edit',
    edit: { original_message_id: 'wamid.p1', message: { type: 'text', text: { body: 'mi sueldo es 950' } } },
  };
  await tell(house, first);
  await tell(house, hook({ messages: [picture, edit] }));
  await runJobs(house, FetchMedia);
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
  expect(await house.act((ctx) => purgeProspect(ctx, prospect!.id, 'prospecto_descartado'))).toBe(true);
  expect(await count()).toEqual({ messages: 0, files: 0, numbers: 0, facts: 0 });
});
