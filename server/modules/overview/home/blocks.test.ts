import { expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { homeAdministration, homeContacts } from '#contract/overview/home/blocks.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeProject, makeUser } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
const ADMINISTRATION = '/api/office/home/administration';
const read = async (browser: Browser) =>
  (await browser.get(ADMINISTRATION)).json<Answer<typeof homeAdministration>>().data;

test('the administrator’s queue: open invitations, unsent mails, documents that expire within a month', async () => {
  const admin = await signInAs(llave, 'administrador');
  const before = await read(admin);
  const early = await makeUser(db(), { name: 'Invitada Antes', invitedAt: new Date('2026-01-01T12:00:00Z') });
  await makeUser(db(), { active: false });
  await makeUser(db(), { passwordHash: 'x' });
  const mail = { kind: 'x', to: 'a@llave.test', subject: 'x', body: 'x', createdAt: llave.clock.now() };
  await db()
    .insert(outboxMails)
    .values([
      { ...mail, state: 'failed' },
      { ...mail, state: 'sent' },
    ]);
  const [partner] = await db()
    .insert(partners)
    .values({
      kind: 'contratista',
      name: 'Obras Chorrera, S.A.',
      ruc: '155-1-2015',
      dv: '07',
      rucKey: '155-1-2015',
      createdAt: llave.clock.now(),
    })
    .returning();
  const paper = { partnerId: partner!.id, createdAt: llave.clock.now() };
  await db()
    .insert(partnerPapers)
    .values([
      { ...paper, kind: 'paz_salvo_css', expiresOn: '2026-12-21' },
      { ...paper, kind: 'aviso_operacion', expiresOn: '2026-11-01' },
      { ...paper, kind: 'paz_salvo_dgi', expiresOn: '2026-12-22' },
      { ...paper, kind: 'ruc', expiresOn: '2026-11-30', replacedAt: llave.clock.now() },
    ]);
  const found = await read(admin);
  expect(found.invitations.total).toBe(before.invitations.total + 1);
  expect(found.invitations.rows[0]).toMatchObject({ id: early.id, since: '2026-01-01T12:00:00.000Z' });
  expect(found.failed_mails).toBe(before.failed_mails + 1);
  expect(found.papers.rows.map((row) => [row.partner, row.paper, row.expires_on])).toEqual([
    ['Obras Chorrera, S.A.', 'Aviso de operación', '2026-11-01'],
    ['Obras Chorrera, S.A.', 'Paz y salvo de la CSS', '2026-12-21'],
  ]);
  expect((await (await signInAs(llave, 'soporte')).get(ADMINISTRATION)).statusCode).toBe(403);
});

test('contacts: the user’s teams and the coordinators, never partners or the user', async () => {
  const url = '/api/office/home/contacts';
  const project = await makeProject(db());
  const boss = await makeUser(db(), { name: 'Coordina Uno', roles: ['coordinador'] });
  const mate = await makeUser(db(), { name: 'Equipo Dos', roles: ['residente'], projectIds: [project.id] });
  const partner = await makeUser(db(), { roles: ['contratista'], projectIds: [project.id] });
  const stranger = await makeUser(db(), { roles: ['residente'] });
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: [project.id] });
  const found = (await inspector.get(url)).json<Answer<typeof homeContacts>>().data;
  const ids = found.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([boss.id, mate.id]));
  for (const other of [partner.id, stranger.id, inspector.user.id]) expect(ids).not.toContain(other);
  expect((await (await signInAs(llave, 'contratista')).get(url)).statusCode).toBe(403);
});
