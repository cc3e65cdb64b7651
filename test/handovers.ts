import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Handover, SentInspection } from '#contract/care/handover/model.ts';
import { panamaDay } from '#contract/dates.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { Browser, TestApp } from './app.ts';
import { follow } from './buyers.ts';
import { makeHouseFile } from './deeds.ts';
import { identify, openedBy, signOnline } from './envelopes.ts';
import { makeHouse, makeLot, makeSale, type SaleOptions } from './factories.ts';
import { fileOf, makePicture } from './papers.ts';

export const HANDOVERS = '/api/care/handovers';

/** A sale whose house is finished, with its occupancy permit; paid (13) unless `stateId` says otherwise. */
export async function makeDeliverable(llave: TestApp, over: SaleOptions & { percent?: number } = {}) {
  const { db } = llave.database;
  const { percent = 100, ...options } = over;
  const lot = await makeLot(db);
  const sale = await makeSale(db, {
    stateId: 13,
    projectId: lot.projectId,
    lotId: lot.id,
    claim: { kind: 'sale' },
    ...options,
  });
  await makeHouseFile(db, lot.id);
  const home = await makeHouse(db, { projectId: lot.projectId, modelId: sale.modelId, lotId: lot.id });
  await db.update(houses).set({ progressPercent: percent }).where(eq(houses.id, home.id));
  return { sale, lot, home };
}

type Told = { statusCode: number; body: string; json<T>(): T };
export const handoverIn = (answer: Told): Handover => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Handover }>().data;
};

/** What a tablet sends: two points that are right, meters and keys. */
export const inspection = (llave: TestApp, over: Partial<SentInspection> = {}): SentInspection => ({
  fecha: panamaDay(llave.clock.now()),
  asistio: 'Lía Mora',
  puntos: [
    { ambiente: 'Sala', punto: 'Piso', parte: 'pisos', resultado: 'bien', fotos: [] },
    { ambiente: 'Baño', punto: 'Ducha', parte: 'plomeria', resultado: 'bien', fotos: [] },
  ],
  medidores: [
    { tipo: 'luz', numero: 'L-100', lectura: 12.5, fotos: [] },
    { tipo: 'agua', numero: 'A-200', lectura: 3, fotos: [] },
  ],
  llaves: [{ nombre: 'Puerta principal', cantidad: 3 }],
  manual: true,
  reglamento: false,
  respuesta: 'conforme',
  ...over,
});

/** A point of the bathroom that leaks, with its first photograph. */
export const LEAK = {
  ambiente: 'Baño',
  punto: 'Ducha',
  parte: 'plomeria',
  resultado: 'observado',
  gravedad: 'grave',
  texto: 'Gotea la llave de la ducha',
  fotos: [0],
} as const satisfies SentInspection['puntos'][number];

const newKey = (): string => randomUUID();

/** Sends an inspection with this many photographs. */
export async function inspect(
  who: Browser,
  id: number,
  datos: SentInspection,
  { photos = 0, key = newKey() } = {},
) {
  const fotos: File[] = [];
  for (let at = 0; at < photos; at += 1)
    fotos.push(fileOf(await makePicture({ n: at + 1 }), `foto${at}.jpg`, 'image/jpeg'));
  return who.form(
    `${HANDOVERS}/${id}/inspections`,
    { clave: key, datos: JSON.stringify(datos), ...(fotos.length > 0 && { fotos }) },
    { 'idempotency-key': newKey() },
  );
}

export const stepHandover = (who: Browser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${HANDOVERS}/${id}/status`, { params: { estado_id, ...params } });

/** The buyer signs the acta with the code on the own phone: by the mailed link, or on a tablet of the office. */
export async function signActa(
  llave: TestApp,
  envelopeId: number,
  buyer: { email: string; document: string; name: string },
  link?: string,
) {
  const browser = link === undefined ? await openedBy(llave, buyer.email) : llave.browser();
  if (link !== undefined) await follow(browser, new URL(link));
  const confirmed = await identify(llave, browser, envelopeId, buyer);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const signed = await signOnline(browser, envelopeId);
  expect(signed.statusCode, signed.body).toBe(200);
}

export const saleNow = async (llave: TestApp, id: number) =>
  (await llave.database.db.select().from(sales).where(eq(sales.id, id)))[0]!;
