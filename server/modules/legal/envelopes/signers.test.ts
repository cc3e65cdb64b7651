import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '#contract/legal/envelopes/model.ts';
import { SIGNER } from '#contract/legal/envelopes/rules.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import {
  asSigner,
  BUYER,
  faultsAt,
  identify,
  makeRepresentative,
  openedBy,
  refusalOf,
  representing,
  send,
  sentLetter,
  signingDesk,
  signLink,
  signOnline,
} from '#test/envelopes.ts';
import { makeSale } from '#test/factories.ts';
import { withoutBuild } from '#test/pages.ts';
import { seals } from '../seals/seals.table.ts';

const llave = useApp();
const desk = signingDesk(llave);
beforeAll(() => withoutBuild(llave));

describe('who may sign', () => {
  test('nobody else: not another sale, not the next signer, not somebody without session', async () => {
    const { envelope } = await sentLetter(llave, desk.lawyer);
    const stranger = await browserOf(llave, (await sentLetter(llave, desk.lawyer)).buyer.id);
    for (const way of ['online', 'pdf', 'codigo'])
      expect(
        (
          await stranger.form(
            `/clientes/documentos/${envelope.id}/${way === 'codigo' ? way : `firmar/${way}`}`,
            {},
          )
        ).statusCode,
      ).toBe(404);
    expect((await stranger.get(`/clientes/documentos/${envelope.id}/documento.pdf`)).statusCode).toBe(404);
    expect((await stranger.get(`/clientes/documentos/${envelope.id}/paginas/1`)).statusCode).toBe(404);
    expect((await signOnline(llave.browser(), envelope.id)).statusCode).toBe(401);
  });

  test('a colleague can never open the link of a signer, nor sign beside a session of the office', async () => {
    const { buyer, envelope, browser, id } = await desk.readyToSign();
    const link = await signLink(llave, buyer.email);
    expect(
      refusalOf(
        await desk.lawyer.send({
          method: 'GET',
          url: link.pathname + link.search,
          headers: { accept: 'application/json' },
        }),
      )[0],
    ).toBe(403);
    const beside = llave.browser();
    for (const [name, value] of [...browser.cookies, ...desk.lawyer.cookies]) beside.cookies.set(name, value);
    expect(refusalOf(await signOnline(beside, id))).toEqual([403, 'OFFICE_HERE']);
    expect((await beside.get(`/clientes/documentos/${id}/documento.pdf`)).statusCode).toBe(403);
    expect((await beside.get(`/clientes/documentos/${id}/firmar`)).statusCode).toBe(403);
    expect((await desk.read(envelope.id)).signers[0]).toMatchObject({ state: { id: SIGNER.asked } });
  });

  test('document, name and code must be right; five wrong codes close the link until it is sent again', async () => {
    const { buyer, envelope } = await sentLetter(llave, desk.lawyer);
    const browser = await openedBy(llave, buyer.email);
    const { id } = envelope;
    const wrong = await identify(llave, browser, id, {
      ...asSigner(buyer),
      document: '1-1-1',
      name: 'Otra Persona',
    });
    expect(faultsAt(wrong).map(({ field }) => field)).toEqual(['cedula', 'nombre']);
    const attempt = () =>
      browser.form(`/clientes/documentos/${id}/codigo/confirmar`, {
        clave: '000000',
        cedula: buyer.document,
        nombre: 'Lía Mora',
      });
    for (let at = 0; at < 4; at += 1) expect(refusalOf(await attempt())).toEqual([422, 'CODE']);
    const [fifth, sixth] = [await attempt(), await attempt()];
    expect([refusalOf(fifth), refusalOf(sixth)]).toEqual([
      [409, 'LINK_CLOSED'],
      [409, 'LINK_CLOSED'],
    ]);
    expect(fifth.json<{ message: string }>().message).toContain('5 códigos equivocados');
    expect(await desk.page(browser, id)).toMatchObject({ standing: 'bloqueado' });
    expect(refusalOf(await browser.form(`/clientes/documentos/${id}/codigo`, {}))).toEqual([
      409,
      'LINK_CLOSED',
    ]);
    const signer = (await desk.read(id)).signers[0]!;
    expect(signer.blocked).toBe(true);

    expect(
      (await desk.lawyer.post(`/api/sale/envelopes/${id}/firmantes/${signer.id}/reenviar`)).statusCode,
    ).toBe(200);
    const fresh = await openedBy(llave, buyer.email);
    expect((await identify(llave, fresh, id, asSigner(buyer))).statusCode).toBe(200);
    // The browser of the old link no longer belongs to the signer.
    expect((await browser.get(`/clientes/documentos/${id}/documento.pdf`)).statusCode).toBe(401);
  });

  test('a phone that changed after sending ends the link; it is sent again to the new one', async () => {
    const { buyer, browser, id } = await desk.readyToSign();
    const { db } = llave.database;
    await db.update(people).set({ phone: '+50768887766' }).where(eq(people.email, buyer.email));
    const refused = await signOnline(browser, id);
    expect(refusalOf(refused)).toEqual([409, 'LINK_CLOSED']);
    expect(refused.json<{ message: string }>().message).toContain('cambió después de que te enviamos');
    const signer = (await desk.read(id)).signers[0]!;
    expect(signer.contact_changed).toBe(true);
    await desk.lawyer.post(`/api/sale/envelopes/${id}/firmantes/${signer.id}/reenviar`);
    const fresh = await openedBy(llave, buyer.email);
    await identify(llave, fresh, id, asSigner(buyer));
    expect((await signOnline(fresh, id)).statusCode).toBe(200);
  });

  test('a representative signs only with a power in force and within its limit', async () => {
    const sale = await makeSale(llave.database.db, { document: '8-5-5' });
    const expired = await makeRepresentative(llave, desk.lawyer.user.id, { validUntil: '2026-10-01' });
    const refused = await send(desk.lawyer, sale.id, [representing(expired)]);
    expect([refused.statusCode, faultsAt(refused)]).toEqual([
      422,
      [{ field: 'firmantes[0][quien]', message: expect.stringContaining('venció el 01-10-2026') }],
    ]);
    const today = await makeRepresentative(llave, desk.lawyer.user.id, { validUntil: '2026-11-21' });
    const { id } = (await send(desk.lawyer, sale.id, [representing(today)])).json<{ data: Envelope }>().data;
    const theirs = await openedBy(llave, today.email);
    expect((await identify(llave, theirs, id, { ...today })).statusCode).toBe(200);
    llave.clock.set(new Date('2026-11-22T15:00:00Z'));
    const late = await theirs.form(`/clientes/documentos/${id}/codigo`, {});
    expect([refusalOf(late), late.json<{ message: string }>().message]).toEqual([
      [409, 'LINK_CLOSED'],
      expect.stringContaining('venció el 21-11-2026'),
    ]);
    llave.clock.set(new Date('2026-11-21T15:00:00Z'));
  });

  test('a company signs by its representative, a buyer abroad by an attorney, and only they', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { name: 'Inversiones Mar, S. A.', document: '155612345-2-2015' });
    await db.update(people).set({ documentType: 'ruc' }).where(eq(people.documentNumber, '155612345-2-2015'));
    const refused = await send(desk.lawyer, sale.id, [BUYER]);
    expect(faultsAt(refused)).toMatchObject([
      { field: 'firmantes[0][quien]', message: expect.stringContaining('es una empresa') },
    ]);
    const attorney = {
      otro: 'representante_legal',
      nombre: 'Ana Ríos',
      documento: '3-44-55',
      celular: '6555-4433',
      email: 'ana.rios@llave.test',
      poder: 'Ficha 812345',
    };
    const { id } = (
      await send(desk.lawyer, sale.id, [{ quien: 'comprador', ...attorney }], { iniciales: 'true' })
    ).json<{ data: Envelope }>().data;
    const buyersOwn = await browserOf(llave, sale.id);
    expect((await buyersOwn.get(`/clientes/documentos/${id}/firmar`)).statusCode).toBe(404);
    const theirs = await openedBy(llave, 'ana.rios@llave.test');
    expect(await desk.page(theirs, id)).toMatchObject({
      signer: { name: 'Ana Ríos', initials: 'A.R.', capacity: { of: 'Inversiones Mar, S. A.' } },
    });
    await identify(llave, theirs, id, {
      email: 'ana.rios@llave.test',
      document: '3-44-55',
      name: 'Ana Rios',
    });
    expect((await signOnline(theirs, id)).statusCode).toBe(200);
    const [seal] = await db.select().from(seals).where(eq(seals.recordId, id));
    expect(seal!.evidence.signers).toMatchObject([
      {
        name: 'Ana Ríos, representante legal de Inversiones Mar, S. A.',
        initials: 'A.R.',
        document: 'Cédula 3-44-55',
      },
    ]);
  });
});
