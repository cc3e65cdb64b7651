import { and, asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import { CELL, STAGES } from '#contract/sales/board/cards.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { bankProfiles } from '#server/modules/banking/bankData/bankData.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { quotes } from '#server/modules/sales/quotes/quotes.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { Browser, TestApp } from './app.ts';
import type { bankWork } from './banks.ts';
import { mailsTo } from './outbox.ts';
import { fileOf, makePicture } from './papers.ts';
import type { StaffBrowser } from './signIn.ts';

export const SALES = '/api/sale/precontracts';
export const dataIn = <A>(answer: { json<T>(): T }) => answer.json<{ data: A }>().data;

type Answer = Awaited<ReturnType<Browser['get']>>;
/** Expects an allowed request. */
export async function done(promise: Promise<Answer>): Promise<Answer> {
  const answer = await promise;
  expect([200, 201], answer.body).toContain(answer.statusCode);
  return answer;
}

/** Helpers to inspect a sale whose buyer has that mail address. */
export function journeyIn(llave: TestApp, mail: string) {
  /** All rows that the journey writes, to check that a refusal wrote nothing. */
  const standing = () => {
    const { db } = llave.database;
    return Promise.all([
      db.select().from(prospects).orderBy(asc(prospects.id)),
      db.select().from(quotes).orderBy(asc(quotes.id)),
      db.select().from(sales).orderBy(asc(sales.id)),
      db.select().from(lotClaims).orderBy(asc(lotClaims.id)),
      db.select().from(payments).orderBy(asc(payments.id)),
      db.select().from(documents).orderBy(asc(documents.id)),
      db.select().from(bankProfiles).orderBy(asc(bankProfiles.saleId)),
      db.select().from(bankApplications).orderBy(asc(bankApplications.id)),
      db.select().from(changes).orderBy(asc(changes.id)),
      db.select().from(notices).orderBy(asc(notices.id)),
    ]);
  };
  /** Tries forbidden requests: each returns its status, and no row of the journey changes. */
  async function refused(tries: readonly (readonly [number, () => Promise<Answer>])[]): Promise<Answer[]> {
    const before = await standing();
    const answers: Answer[] = [];
    for (const [status, attempt] of tries) {
      const answer = await attempt();
      expect(answer.statusCode, answer.body).toBe(status);
      answers.push(answer);
    }
    expect(await standing()).toEqual(before);
    return answers;
  }

  const stateOf = async (saleId: number) =>
    (await llave.database.db.select().from(sales).where(eq(sales.id, saleId)))[0]!.stateId;
  const noticesOf = async (who: StaffBrowser, kind: NoticeKind) =>
    (
      await llave.database.db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, who.user.id), eq(notices.kind, kind)))
        .orderBy(asc(notices.id))
    ).map(({ text }) => text);
  const mailKinds = async () => (await mailsTo(llave.database.db, mail)).map(({ kind }) => kind);
  /** The sale's board row by stage name, only cells that have started. */
  async function board(who: StaffBrowser, code: string): Promise<Record<string, number>> {
    const [row] = dataIn<BoardRow[]>(await who.get(`/api/sale/board?q=${code}`));
    return Object.fromEntries(
      row!.cells
        .filter(({ state_id }) => state_id !== CELL.notStarted)
        .map(({ stage, state_id }) => [STAGES[stage - 1]!, state_id]),
    );
  }
  /** The link in the latest mail to the buyer. */
  async function linkInMail(): Promise<URL> {
    const [latest] = await mailsTo(llave.database.db, mail);
    return new URL(/http:\/\/llave\.test\S+/.exec(latest!.body)![0]);
  }
  return { refused, stateOf, noticesOf, mailKinds, board, linkInMail };
}

type Cast =
  | 'adviser'
  | 'otherAdviser'
  | 'coordinator'
  | 'processor'
  | 'otherProcessor'
  | 'accountant'
  | 'lawyer';
/** The state of a journey: its people, ids and helpers. */
export type Journey = Readonly<Record<Cast, StaffBrowser>> &
  Omit<ReturnType<typeof journeyIn>, 'linkInMail'> &
  Pick<ReturnType<typeof bankWork>, 'move' | 'letterForm'> & {
    llave: TestApp;
    buyer: Browser;
    stranger: Browser;
    saleId: number;
    code: string;
    myPurchase: () => Promise<z.output<typeof myPurchasePage.data>>;
    toState: (who: StaffBrowser, stateId: number, more?: object) => Promise<Answer>;
  };

const photo = async (n: number) => fileOf(await makePicture({ n }), `papel ${n}.png`);
/** A complete form of an employee, with documents, signature and the proof of 500.00. */
export const wholeForm = async (saleId: number) => ({
  precontrato_id: String(saleId),
  nombre: 'Ana Núñez',
  celular: '6123-4567',
  tipo_documento: 'cedula',
  cedula: '8-712-4567',
  sector_trabajo: 'Privado',
  estatus_laboral: 'Permanente',
  forma_pago: 'hipoteca',
  consentimiento_datos: '1',
  consentimiento_apc: '1',
  archivo_cedula: await photo(1),
  archivo_cedula_reverso: await photo(2),
  ficha: await photo(3),
  talonario: await photo(4),
  carta_trabajo: await photo(5),
  recibo: await photo(6),
  archivo_firma: await photo(7),
  monto_pagado: '500.00',
  archivo_comprobante: await photo(8),
});

/** A bank statement with only that transfer, for import into a new account. */
export async function makeStatement({ database, clock }: TestApp) {
  const [account] = await database.db
    .insert(bankAccounts)
    .values({
      bankId: 1,
      name: 'Recaudo',
      number: '03-000001-7',
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: clock.now(),
    })
    .returning();
  return {
    cuenta_id: String(account!.id),
    archivo: new File(
      [
        'Fecha,Referencia,Descripción,Débito,Crédito,Saldo\n20/11/2026,ACH-778899,ACH DE ANA NUNEZ,,500.00,500.00',
      ],
      'extracto.csv',
      { type: 'text/csv' },
    ),
  };
}
