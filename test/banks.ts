import { and, desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Application } from '#contract/banking/applications/applications.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Files } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { documents, documentVersions } from '#server/modules/sales/documents/documents.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import type { TestApp } from './app.ts';
import { makeSale, type SaleOptions } from './factories.ts';
import { fileOf, makePicture } from './papers.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

/** Document types that every bank requires from an employee. */
const ASKED = [1, 2, 3, 4, 5, 6];

interface Papers {
  /** The tests' current day. */
  today: string;
  files: Files;
  /** Expiry day by document type; 90 days from today by default. */
  expires?: Readonly<Record<number, string>>;
  /** Document types to leave out. */
  without?: readonly number[];
  consented?: boolean;
}

/** A sale ready for any bank: approved documents with their files, and both consents. */
export async function makeBankable(
  db: Db,
  { today, files: store, expires = {}, without = [], consented = true }: Papers,
  over: SaleOptions = {},
) {
  const sale = await makeSale(db, { stateId: 5, workSector: 'Privado', ...over });
  const at = new Date(`${today}T12:00:00Z`);
  for (const typeId of ASKED.filter((one) => !without.includes(one))) {
    const [paper] = await db
      .insert(documents)
      .values({
        saleId: sale.id,
        typeId,
        label: `Documento ${typeId}`,
        required: true,
        stateId: 4,
        issuedOn: addDays(today, -5),
        expiresOn: expires[typeId] ?? addDays(today, 90),
        createdAt: at,
      })
      .returning({ id: documents.id });
    const kept = await store.keep(
      await makePicture({ n: typeId, type: 'jpeg' }),
      `papel${typeId}.jpg`,
      'image/jpeg',
    );
    const [file] = await db
      .insert(files)
      .values({
        sha256: kept.sha256,
        mime: kept.mime,
        size: kept.size,
        name: kept.name,
        reference: 'documento',
        referenceId: paper!.id,
        createdAt: at,
      })
      .returning({ id: files.id });
    await db.insert(documentVersions).values({
      documentId: paper!.id,
      number: 1,
      fileId: file!.id,
      sha256: kept.sha256,
      uploadedAt: at,
      uploadedBy: 'client',
    });
  }
  if (consented)
    await db.insert(consents).values(
      ['datos', 'apc'].map((kind) => ({
        saleId: sale.id,
        kind,
        textVersion: '1',
        textHash: 'x',
        channel: 'web',
        ip: '127.0.0.1',
        userAgent: 'test',
        givenAt: at,
      })),
    );
  return sale;
}

const BASE = '/api/sale/bank_applications';
type Some = Partial<Papers>;

/** The bank application in a response. */
export const applicationIn = (answer: { json<T>(): T }) => answer.json<{ data: Application }>().data;
/** The reason of a refused change. */
export const refusalIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors[0]?.message;

/** Helpers for bank applications. */
export function bankWork(llave: TestApp) {
  const today = () => panamaDay(llave.clock.now());
  /** A processor with an own sale whose documents are complete. */
  async function begin(papers: Some = {}, over: SaleOptions = {}) {
    const { db } = llave.database;
    const processor = await signInAs(llave, 'procesador');
    const { files } = llave.app.core.services;
    const sale = await makeBankable(
      db,
      { today: today(), files, ...papers },
      { processorId: processor.user.id, ...over },
    );
    return { db, processor, sale };
  }
  const prepare = async (who: StaffBrowser, saleId: number, banco_id = 1) =>
    applicationIn(
      await who.post(`/api/sale/precontracts/${saleId}/bank_applications`, {
        banco_id,
        monto_centavos: 8_000_000,
        plazo_meses: 360,
      }),
    );
  const move = (who: StaffBrowser, id: number, estado_id: number, more: object = {}) =>
    who.patch(`${BASE}/${id}/status`, { params: { estado_id, ...more } });
  /** Moves an application through several states; returns the last response. */
  async function walk(who: StaffBrowser, id: number, ...states: number[]) {
    let last: Application | undefined;
    for (const state of states) {
      const answer = await move(who, id, state, { motivo: 'Lo dijo el banco' });
      expect(answer.statusCode, answer.body).toBe(200);
      last = applicationIn(answer);
    }
    return last!;
  }
  const letterForm = async (over: Record<string, string | File> = {}) => ({
    numero: 'CP-100',
    monto: '81,000.00',
    tasa: '6.25',
    plazo_meses: '360',
    emision: today(),
    vencimiento: addDays(today(), 120),
    carta: fileOf(await makePicture({ n: 7 }), 'carta.png'),
    ...over,
  });
  const stateOf = async (saleId: number) =>
    (await llave.database.db.select().from(sales).where(eq(sales.id, saleId)))[0]!.stateId;
  const noticesOf = (userId: number, kind: NoticeKind) =>
    llave.database.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, userId), eq(notices.kind, kind)))
      .orderBy(desc(notices.id));
  return { today, begin, prepare, move, walk, letterForm, stateOf, noticesOf };
}
