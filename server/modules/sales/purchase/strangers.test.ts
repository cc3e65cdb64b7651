import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { beginPurchase, completeForm, PRECONTRACT } from '#test/purchases.ts';
import { book, visitsOf } from '#test/visits.ts';

const llave = useApp();
const db = () => llave.database.db;

describe('the mailbox of a person whose address a stranger types', () => {
  test('gets at most three mails an hour, of all kinds together, and one of them may be the code', async () => {
    const victim = 'victima@correo.test';
    const made = [];
    for (let at = 0; at < 5; at += 1) {
      const begun = await beginPurchase(llave);
      begun.browser.address = `198.51.100.${at + 1}`;
      const sent = await begun.browser.form(PRECONTRACT, completeForm(begun, { email: victim }));
      expect(sent.statusCode, sent.body).toBe(200);
      made.push(begun);
    }
    const { makeOffice } = visitsOf(llave);
    const { project } = await makeOffice();
    expect((await book(llave.browser(), project.slug, { email: victim })).statusCode).toBe(200);
    expect((await mailsTo(db(), victim)).map(({ kind }) => kind)).toEqual([
      'precontrato_recibido',
      'precontrato_recibido',
    ]);
    const asked = await Promise.all(
      made.map(({ browser, id }) => browser.post('/clientes/codigo', { precontrato_id: id })),
    );
    expect(asked.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429, 429, 429]);
    const late = asked.find(({ statusCode }) => statusCode === 429)!;
    expect(late.json<{ message: string }>().message).toContain('Usa el último código que te llegó');
    expect(await mailsTo(db(), victim)).toHaveLength(3);
    // The sent code is still valid, and after an hour mails are possible again.
    const asker = made[asked.findIndex(({ statusCode }) => statusCode === 200)]!;
    const confirmed = await asker.browser.post('/clientes/codigo/confirmar', {
      precontrato_id: asker.id,
      clave: await codeTo(db(), victim),
    });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    llave.clock.advance(3600);
    const again = await made[0]!.browser.post('/clientes/codigo', { precontrato_id: made[0]!.id });
    expect(again.statusCode, again.body).toBe(200);
  });
});

test('addresses of the same mailbox count as one', async () => {
  const boxes = ['caja+1@correo.test', 'CAJA+dos@correo.test', 'caja@correo.test', 'caja+x+y@correo.test'];
  for (const email of boxes) {
    const begun = await beginPurchase(llave);
    await begun.browser.form(PRECONTRACT, completeForm(begun, { email }));
  }
  const sent = await Promise.all(boxes.map((box) => mailsTo(db(), box)));
  expect(sent.flat()).toHaveLength(2);
});

describe('a name', () => {
  const BAD = ['Gana 500 en https://mal.test', 'ana@mal.test', 'Entra a www.mal', 'Visita mal.test', 'Ana <b>', 'Ana / Luis'] as const; // prettier-ignore

  test('that is a URL or markup is refused at its field: purchase, visit, waitlist, pre-contract', async () => {
    const begun = await beginPurchase(llave);
    const { project } = await visitsOf(llave).makeOffice();
    for (const nombre of BAD) {
      const answers = [
        await llave.browser().form(`/clientes/comprar/${begun.model.id}`, {
          nombre,
          email: 'a@correo.test',
          celular: '6123-4567',
        }),
        await book(llave.browser(), project.slug, { nombre }),
        await begun.browser.form(PRECONTRACT, completeForm(begun, { nombre })),
        await llave.browser().form(`/clientes/lotes/${begun.lot.id}/espera`, { nombre, email: 'a@correo.test', celular: '6123-4567', consentimiento_datos: '1' }), // prettier-ignore
      ];
      for (const answer of answers) {
        expect(answer.statusCode, nombre).toBe(422);
        const { errors } = answer.json<{ errors: { field: string }[] }>();
        expect(errors.map(({ field }) => field)).toContain('nombre');
      }
    }
  });

  test('in a usual form is accepted', async () => {
    for (const nombre of [
      "María José O'Neill-Pérez",
      'Inversiones Ñandú, S.A.',
      'M. A. de la Cruz',
      'Łukasz 李',
    ]) {
      const begun = await beginPurchase(llave);
      const sent = await begun.browser.form(PRECONTRACT, completeForm(begun, { nombre }));
      expect(sent.statusCode, sent.body).toBe(200);
    }
  });

  test('loses direction marks and invisible characters', async () => {
    const begun = await beginPurchase(llave);
    const sent = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, { nombre: 'Ana\u202E Lu\u200Bz' }),
    );
    expect(sent.statusCode, sent.body).toBe(200);
    const [kept] = await llave.database.db
      .select({ name: people.name })
      .from(sales)
      .innerJoin(people, eq(people.id, sales.personId))
      .where(eq(sales.id, begun.id));
    expect(kept).toEqual({ name: 'Ana Luz' });
  });
});
