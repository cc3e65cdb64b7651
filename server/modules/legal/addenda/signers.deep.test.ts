import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '#contract/legal/addenda/change.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp } from '#test/app.ts';
import {
  makeAddendumDesk,
  makeSignedSale,
  one,
  type AddendumDesk,
  type AddendumRecord,
} from '#test/addenda.ts';
import { makeTemplate, nameCompany } from '#test/legal.ts';
import { pdfWords } from '#test/papers.ts';

const llave = useApp();
const db = () => llave.database.db;
let at: AddendumDesk;

beforeAll(async () => {
  await nameCompany(llave);
  for (const kind of ['adenda_prorroga', 'adenda_comprador'] as const) await makeTemplate(llave, kind);
  at = await makeAddendumDesk(llave);
});

describe('somebody else signs an addendum for a buyer', () => {
  const attorney = {
    clase: 'representante_legal',
    nombre: 'Rosa Legal',
    documento: '8-333-444',
    celular: '6123-4567',
    poder: 'Ficha 123456',
  };
  const later = { tipo: 'prorroga', entrega: '2027-11-30' } as const;
  const put = (id: number, payload: object) =>
    at.lawyer.send({ method: 'PUT', url: `${one(id)}/attorneys`, payload });
  const ofCompany = async () => {
    const { sale } = await makeSignedSale(llave);
    await db()
      .update(people)
      .set({ documentType: 'ruc', documentNumber: `155-${sale.id}-2020` })
      .where(eq(people.id, sale.personId));
    return sale;
  };
  const draft = async (saleId: number) =>
    (await at.create(saleId, later)).json<{ data: AddendumRecord }>().data;

  test('a company by its representative, who is written first', async () => {
    const sale = await ofCompany();
    const made = await draft(sale.id);
    expect(made.signers).toEqual([
      { person_id: sale.personId, name: expect.any(String), company: true, attorney: null },
    ]);
    await at.move(made.id, ADDENDUM.inReview);
    expect((await at.move(made.id, ADDENDUM.signing)).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/es una empresa: escribe quién firma/) }],
    });
    const of = { persona_id: sale.personId };
    expect((await put(made.id, { ...of, apoderado: { ...attorney, documento: 'x' } })).json()).toMatchObject({
      errors: [{ field: 'apoderado[documento]' }],
    });
    expect((await put(made.id, { persona_id: 999_999, apoderado: attorney })).json()).toMatchObject({
      errors: [{ field: 'persona_id' }],
    });
    expect((await put(made.id, { ...of, apoderado: attorney, version: made.version })).json()).toMatchObject({
      code: 'STALE',
    });
    const kept = await put(made.id, { ...of, apoderado: attorney });
    expect(kept.statusCode, kept.body).toBe(200);
    const words = await pdfWords((await at.lawyer.get(`${one(made.id)}/documento.pdf`)).rawPayload);
    expect(words).toMatch(/Rosa Legal.*8-333-444.*Por .*promitente comprador/);
    const answer = await at.move(made.id, ADDENDUM.signing);
    expect(answer.statusCode, answer.body).toBe(200);
    const { signers } = (await envelopeOf(db(), 'adenda', made.id))!;
    expect(signers.map(({ name, role }) => [name, role])).toEqual([
      ['Rosa Legal', 'comprador'],
      [expect.any(String), 'promotora'],
    ]);
    expect((await put(made.id, { ...of, apoderado: null })).json()).toMatchObject({ code: 'NOT_DRAFT' });
    await at.signAll(made.id);
    expect((await at.read(made.id)).state.id).toBe(ADDENDUM.signed);
  });

  test('whoever signed the promise for the buyer, without writing it again', async () => {
    const sale = await ofCompany();
    await db()
      .update(promises)
      .set({
        attorneys: [
          {
            buyerId: null,
            kind: 'representante_legal',
            name: 'Rosa Legal',
            documentType: 'cedula',
            document: '8-333-444',
            phone: '+50761234567',
            email: null,
            power: 'Ficha 123456',
          },
        ],
      })
      .where(eq(promises.saleId, sale.id));
    const made = await draft(sale.id);
    expect(made.signers[0]!.attorney).toMatchObject({ name: 'Rosa Legal', power: 'Ficha 123456' });
    // Taken away, the buyer signs: a company cannot.
    const back = await put(made.id, { persona_id: sale.personId, apoderado: null });
    expect(back.json<{ data: AddendumRecord }>().data.signers[0]!.attorney).toBeNull();
  });

  test('a company that joins, too', async () => {
    const { sale } = await makeSignedSale(llave);
    const [joining] = await db()
      .insert(people)
      .values({
        name: 'Inversiones Mar, S. A.',
        phone: '+50761119988',
        documentType: 'ruc',
        documentNumber: '155-77-2020',
        documentKey: '155-77-2020',
        createdAt: llave.clock.now(),
      })
      .returning();
    const change: Change = {
      tipo: 'comprador',
      quita_id: null,
      agrega_persona_id: joining!.id,
      agrega_como: 'comprador',
    };
    const made = (await at.create(sale.id, change)).json<{ data: AddendumRecord }>().data;
    await at.move(made.id, ADDENDUM.inReview);
    expect((await at.move(made.id, ADDENDUM.signing)).statusCode).toBe(422);
    expect((await put(made.id, { persona_id: joining!.id, apoderado: attorney })).statusCode).toBe(200);
    const answer = await at.move(made.id, ADDENDUM.signing);
    expect(answer.statusCode, answer.body).toBe(200);
    const { signers } = (await envelopeOf(db(), 'adenda', made.id))!;
    expect(signers.find(({ name }) => name === 'Rosa Legal')).toMatchObject({
      personId: joining!.id,
      capacity: { of: 'Inversiones Mar, S. A.' },
    });
  });
});
