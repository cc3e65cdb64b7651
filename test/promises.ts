import { eq } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import type { getPromise } from '#contract/legal/promises/endpoints.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { lockEnvelope } from '#server/modules/legal/envelopes/envelopes.load.ts';
import { writeState } from '#server/modules/legal/envelopes/envelopes.state.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { type SaleOptions } from '#test/factories.ts';
import { identify, makeRepresentative, openedBy } from '#test/envelopes.ts';
import { makePromisable, makeTemplate, nameCompany, termsFor } from '#test/legal.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

export type Promised = Answer<typeof getPromise>['data'];

/** A company with two lawyers, a representative and an approved template, and what tests do with its promises. */
export function usePromises() {
  const llave = useApp();
  const db = () => llave.database.db;
  const at = {
    lawyer: null as unknown as StaffBrowser,
    other: null as unknown as StaffBrowser,
    /** Signs for the company. */
    signs: null as unknown as Awaited<ReturnType<typeof makeRepresentative>>,
    representative: 0,
  };
  beforeAll(async () => {
    await nameCompany(llave);
    await makeTemplate(llave);
    at.lawyer = await signInAs(llave, 'abogado');
    at.signs = await makeRepresentative(llave, at.lawyer.user.id);
    at.representative = at.signs.id;
    at.other = await signInAs(llave, 'abogado');
  });

  const one = (id: number) => `/api/legal/promises/${id}`;
  const generate = (saleId: number, over = {}, browser: Browser = at.lawyer) =>
    browser.post(`/api/sale/precontracts/${saleId}/promises`, termsFor(at.representative, over));
  const read = async (id: number, browser: Browser = at.lawyer) =>
    (await browser.get(one(id))).json<{ data: Promised }>().data;
  const move = (id: number, estado_id: number, motivo?: string, browser: Browser = at.lawyer) =>
    browser.patch(`${one(id)}/status`, { params: { estado_id, motivo } });
  const saleState = async (id: number) =>
    (await db().select({ stateId: sales.stateId }).from(sales).where(eq(sales.id, id)))[0]!.stateId;
  const rewrite = (promise: Promised, clausulas: unknown, browser: Browser = at.lawyer) =>
    browser.send({
      method: 'PUT',
      url: `${one(promise.id)}/clauses`,
      payload: { clausulas, version: promise.version },
    });

  /** A sale with its generated promise. */
  async function promised(options: SaleOptions = {}, over = {}) {
    const made = await makePromisable(llave, options);
    const answer = await generate(made.sale.id, over);
    expect(answer.statusCode, answer.body).toBe(201);
    return { ...made, promise: answer.json<{ data: Promised }>().data };
  }

  /** Ends the envelope of a promise as its signers would. */
  const envelopeId = async (promiseId: number) => (await envelopeOf(db(), 'promesa', promiseId))!.envelope.id;
  const signAll = async (promiseId: number) => {
    const id = await envelopeId(promiseId);
    await llave.act(async (ctx) => writeState(ctx, await lockEnvelope(ctx.db, id), ENVELOPE.signed));
  };
  /** The first signer, on a phone, by the link and with the code that were mailed, does not sign. */
  const reject = async (promiseId: number, motivo: string) => {
    const { envelope, signers } = (await envelopeOf(db(), 'promesa', promiseId))!;
    const { email, document, name } = signers[0]!;
    const who = { email: email!, document, name };
    const phone = await openedBy(llave, who.email);
    const known = await identify(llave, phone, envelope.id, who);
    expect(known.statusCode, known.body).toBe(200);
    const [sale] = await db().select().from(sales).where(eq(sales.id, envelope.saleId));
    const refused = await phone.form(`/clientes/firma/${sale!.code}/rechazar`, {
      id: String(envelope.id),
      motivo,
    });
    expect(refused.statusCode, refused.body).toBe(200);
  };
  return {
    llave,
    db,
    at,
    one,
    generate,
    read,
    move,
    saleState,
    rewrite,
    promised,
    envelopeId,
    signAll,
    reject,
  };
}
