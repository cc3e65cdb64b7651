import { eq } from 'drizzle-orm';
import type { Client } from '#server/kernel/context.ts';
import { CUSTOMER_COOKIE, findClient } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { customerSessionSales } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeSale, type SaleOptions } from './factories.ts';
import { serial } from './serial.ts';

/** A sale with its id and code, and the contact data of its buyer. */
export interface Buyer {
  id: number;
  code: string;
  phone: string;
  email: string;
  document: string;
}

const next = serial();

export async function makeBuyer(llave: Pick<TestApp, 'database'>, over: SaleOptions = {}): Promise<Buyer> {
  const n = next();
  const contact = {
    phone: `+5076${1_000_000 + n}`,
    email: `comprador${n}@llave.test`,
    document: `8-${n}-77`,
    ...over,
  };
  const { id, code } = await makeSale(llave.database.db, contact);
  return { ...contact, id, code: code ?? '', email: contact.email ?? '', document: contact.document ?? '' };
}

/** A new access link of a sale, as in its mail. */
export async function linkOf(
  { app, database, clock }: Pick<TestApp, 'app' | 'database' | 'clock'>,
  saleId: number,
): Promise<URL> {
  const ctx = { db: database.db, now: clock.now(), config: app.core.services.config };
  return new URL(await createLink(ctx, saleId));
}

/** Opens a link like a browser, up to its redirect. */
export const follow = (browser: Browser, link: URL) => browser.get(link.pathname + link.search);

/** A browser in which the sale was opened by its link. */
export async function browserOf(
  llave: Pick<TestApp, 'app' | 'database' | 'clock' | 'browser'>,
  saleId: number,
): Promise<Browser> {
  const browser = llave.browser();
  await follow(browser, await linkOf(llave, saleId));
  return browser;
}

/** The client session that the server finds for a browser's cookie. */
export async function clientOf(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  browser: Browser,
): Promise<Client | null> {
  const token = browser.cookies.get(CUSTOMER_COOKIE);
  return token ? findClient(database.db, token, clock.now()) : null;
}

/** The sales open in a browser, in order of their ids. */
export async function salesIn(
  llave: Pick<TestApp, 'database' | 'clock'>,
  browser: Browser,
): Promise<number[]> {
  return [...((await clientOf(llave, browser))?.saleIds ?? [])].sort((a, b) => a - b);
}

/** Marks the sale as verified by code, permanently, in every browser where it is open. */
export async function verifyEverywhere(
  { database }: Pick<TestApp, 'database'>,
  saleId: number,
): Promise<void> {
  await database.db
    .update(customerSessionSales)
    .set({ verifiedUntil: new Date('2100-01-01T00:00:00Z') })
    .where(eq(customerSessionSales.saleId, saleId));
}
