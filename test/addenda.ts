import { expect } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { Change } from '#contract/legal/addenda/change.ts';
import type { getAddendum } from '#contract/legal/addenda/endpoints.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { lockEnvelope } from '#server/modules/legal/envelopes/envelopes.load.ts';
import { writeState } from '#server/modules/legal/envelopes/envelopes.state.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeRepresentative } from './envelopes.ts';
import { makePromisable } from './legal.ts';
import { signInAs } from './signIn.ts';

export type AddendumRecord = Answer<typeof getAddendum>['data'];
export const one = (id: number) => `/api/legal/addenda/${id}`;
export const ofSale = (saleId: number) => `/api/sale/precontracts/${saleId}/addenda`;

/** A sale whose promise everybody signed. */
export async function makeSignedSale(llave: TestApp) {
  const made = await makePromisable(llave, { stateId: SALE.promiseSigned });
  await llave.database.db.insert(promises).values({
    code: `PR-2026-8${made.sale.id}`,
    saleId: made.sale.id,
    round: 1,
    stateId: PROMISE.signed,
    stateSince: llave.clock.now(),
    origin: 'importada',
    writers: [],
    priceCents: made.sale.priceCents,
    deliveryOn: '2027-06-30',
    motherFinca: '30123456',
    locationCode: '8001',
    signedOn: '2026-10-01',
    createdAt: llave.clock.now(),
  });
  return made;
}

/** A lawyer who makes addenda and sends them, with a representative of the company. */
export async function makeAddendumDesk(llave: TestApp) {
  const lawyer = await signInAs(llave, 'abogado');
  const representative = (await makeRepresentative(llave, lawyer.user.id)).id;

  const create = (saleId: number, cambio: Change, browser: Browser = lawyer) =>
    browser.post(ofSale(saleId), {
      cambio,
      motivo: 'Lo pide el cliente.',
      firmar_hasta: '2026-12-05',
      representante_id: representative,
    });
  const move = (id: number, estado_id: number, motivo?: string) =>
    lawyer.patch(`${one(id)}/status`, { params: { estado_id, motivo } });
  const read = async (id: number) => (await lawyer.get(one(id))).json<{ data: AddendumRecord }>().data;
  /** An addendum that waits for its signatures. */
  async function sent(saleId: number, cambio: Change): Promise<number> {
    const made = await create(saleId, cambio);
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<{ data: AddendumRecord }>().data;
    expect((await move(id, ADDENDUM.inReview)).statusCode).toBe(200);
    const answer = await move(id, ADDENDUM.signing);
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  }
  /** Everybody has signed. */
  async function signAll(id: number) {
    const { envelope } = (await envelopeOf(llave.database.db, 'adenda', id))!;
    return llave.act(async (ctx) => {
      const locked = await lockEnvelope(ctx.db, envelope.id);
      return locked.stateId === ENVELOPE.open && writeState(ctx, locked, ENVELOPE.signed);
    });
  }
  return { lawyer, representative, create, move, read, sent, signAll };
}
export type AddendumDesk = Awaited<ReturnType<typeof makeAddendumDesk>>;
