import { PDFDocument } from '@cantoo/pdf-lib';
import { desc, eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import type { Envelope } from '#contract/legal/envelopes/model.ts';
import { signDocumentPage } from '#contract/legal/envelopes/pages.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { representatives } from '#server/modules/legal/representatives/representatives.table.ts';
import type { Browser, TestApp } from './app.ts';
import { follow, makeBuyer, type Buyer } from './buyers.ts';
import { codeTo } from './outbox.ts';
import { pageData } from './pages.ts';
import { fileOf, makePicture } from './papers.ts';
import { serial } from './serial.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

const next = serial();

/** A PDF of two pages with this text. */
export async function letter(text = 'Carta de autorización'): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (const part of [text, 'Segunda página'])
    pdf.addPage([400, 300]).drawText(part, { x: 40, y: 200, size: 14 });
  return Buffer.from(await pdf.save());
}

/** A representative of the company with a power without limit and end. */
export async function makeRepresentative(
  llave: TestApp,
  createdBy: number,
  over: Partial<typeof representatives.$inferInsert> = {},
) {
  const n = next();
  const [made] = await llave.database.db
    .insert(representatives)
    .values({
      name: `Beatriz Sáenz ${n}`,
      documentType: 'cedula',
      document: `4-${n}-55`,
      documentKey: `4-${n}-55`,
      phone: `+5076${2_000_000 + n}`,
      email: `representante${n}@llave.test`,
      powerKind: 'escritura',
      powerText: 'Escritura 1234 de la Notaría Quinta',
      validFrom: '2026-01-01',
      createdBy,
      createdAt: llave.clock.now(),
      ...over,
    })
    .returning();
  return made!;
}

type Signers = readonly Record<string, string>[];
/** The main buyer. */
export const BUYER = { quien: 'comprador' };
export const representing = ({ id }: { id: number }) => ({ quien: `representante:${id}` });

/** Sends a letter of a sale for signing; `signers` as the office's form sends them. */
export const send = async (
  office: StaffBrowser,
  saleId: number,
  signers: Signers,
  over: Record<string, string | File> = {},
) =>
  office.form(`/api/sale/precontracts/${saleId}/envelopes`, {
    titulo: 'Carta de autorización',
    resumen: 'Autorizas a la empresa a pedir tu certificado de trabajo.',
    dias: '10',
    ...Object.fromEntries(
      signers.flatMap((one, at) =>
        Object.entries(one).map(([name, value]) => [`firmantes[${at}][${name}]`, value]),
      ),
    ),
    archivo: fileOf(await letter(), 'carta.pdf', 'application/pdf'),
    ...over,
  });

/** A sale whose buyer has an open letter to sign, and the representative after that. */
export async function sentLetter(
  llave: TestApp,
  office: StaffBrowser,
  over: Parameters<typeof makeBuyer>[1] = {},
) {
  const buyer = await makeBuyer(llave, { name: 'Lía Mora', ...over });
  const representative = await makeRepresentative(llave, office.user.id);
  const answer = await send(office, buyer.id, [BUYER, representing(representative)]);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { buyer, representative, envelope: answer.json<{ data: Envelope }>().data };
}

/** The newest link to sign that was mailed to an address. */
export async function signLink({ database }: Pick<TestApp, 'database'>, to: string): Promise<URL> {
  const mails = await database.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.to, to))
    .orderBy(desc(outboxMails.id));
  for (const { body } of mails) {
    const [link] = /https?:\/\/\S+\/firmar\/\d+\?token=[\w-]+/.exec(body) ?? [];
    if (link) return new URL(link);
  }
  throw new Error(`no link to sign was sent to ${to}`);
}

/** A browser that opened the signer's newest link. */
export async function openedBy(llave: TestApp, email: string): Promise<Browser> {
  const browser = llave.browser();
  await follow(browser, await signLink(llave, email));
  return browser;
}

export interface Who {
  email: string;
  document: string;
  name: string;
}

/** Enters the signer's code with document and name; answers what the server said. */
export async function identify(
  llave: Pick<TestApp, 'database'>,
  browser: Browser,
  id: number,
  { email, document, name }: Who,
) {
  await browser.form(`/clientes/documentos/${id}/codigo`, {});
  return browser.form(`/clientes/documentos/${id}/codigo/confirmar`, {
    clave: await codeTo(llave.database.db, email),
    cedula: document,
    nombre: name,
  });
}

/** Signs online with a drawing. */
export const signOnline = async (browser: Browser, id: number, n = 1, headers: Record<string, string> = {}) =>
  browser.form(
    `/clientes/documentos/${id}/firmar/online`,
    { document: fileOf(await makePicture({ n, width: 400, height: 200 }), 'firma.png', 'image/png') },
    headers,
  );

/** The main buyer of a sale as a signer. */
export const asSigner = ({ email, document }: Buyer, name = 'Lía Mora'): Who => ({ email, document, name });

type Refusal = { statusCode: number; json<T>(): T };
/** Status and code of a refusal; `faultsAt` gives its errors by field. */
export const refusalOf = (answer: Refusal) => [answer.statusCode, answer.json<{ code: string }>().code];
export const faultsAt = (answer: Refusal) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;

/** A lawyer who sends and reads documents, and the signer's page. `lawyer` is set from `beforeAll` on. */
export function signingDesk(llave: TestApp) {
  const desk = {
    lawyer: {} as StaffBrowser,
    read: async (id: number) =>
      (await desk.lawyer.get(`/api/sale/envelopes/${id}`)).json<{ data: Envelope }>().data,
    page: (browser: Browser, id: number) => desk.pageAt(browser, `/clientes/documentos/${id}/firmar`),
    pageAt: (browser: Browser, url: string) => pageData(browser, signDocumentPage, url),
    /** A letter whose buyer has confirmed who signs, in a browser that came by the link. */
    async readyToSign() {
      const sent = await sentLetter(llave, desk.lawyer);
      const browser = await openedBy(llave, sent.buyer.email);
      const confirmed = await identify(llave, browser, sent.envelope.id, asSigner(sent.buyer));
      if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
      return { ...sent, browser, id: sent.envelope.id };
    },
  };
  beforeAll(async () => {
    desk.lawyer = await signInAs(llave, 'abogado');
  });
  return desk;
}
