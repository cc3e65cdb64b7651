import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { bankProfiles } from '#server/modules/banking/bankData/bankData.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import type { Browser, TestApp } from './app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from './buyers.ts';
import { makeUser, type SaleOptions } from './factories.ts';
import { signInUser } from './signIn.ts';

const POST = '/tramites/datos-bancarios';

/** Records the buyer's consent to the use of the data. */
export async function agree({ database, clock }: Pick<TestApp, 'database' | 'clock'>, saleId: number) {
  await database.db.insert(consents).values({
    saleId,
    kind: 'datos',
    textVersion: '1',
    textHash: 'x',
    channel: 'web',
    ip: '127.0.0.1',
    userAgent: 'test',
    givenAt: clock.now(),
  });
}

/** A sale under review whose buyer gave consent, open in its own browser, with its processor signed in. */
export async function beginBankData(
  llave: Pick<TestApp, 'app' | 'database' | 'clock' | 'browser'>,
  over: SaleOptions = {},
  { consent = true } = {},
) {
  const { db } = llave.database;
  const processor = await makeUser(db, { roles: ['procesador'] });
  const buyer = await makeBuyer(llave, {
    stateId: 3,
    workSector: 'Privado',
    employmentStatus: 'Permanente',
    processorId: processor.id,
    ...over,
  });
  if (consent) await agree(llave, buyer.id);
  const browser = await browserOf(llave, buyer.id);
  await verifyEverywhere(llave, buyer.id);
  const staff = await signInUser(llave, processor);
  return { db, buyer, browser, staff, processor, profile: () => profileRow(llave, buyer.id) };
}

export const profileRow = async ({ database }: Pick<TestApp, 'database'>, saleId: number) =>
  (await database.db.select().from(bankProfiles).where(eq(bankProfiles.saleId, saleId)))[0];

/** Complete, valid fields of each page. */
export const PAGES: Record<number, Record<string, string>> = {
  1: {
    email: 'ana@correo.test',
    fecha_nacimiento: '31-12-1990',
    nacionalidad: 'Panameña',
    estado_civil: 'Soltero(a)',
    dependientes: '2',
    provincia: 'Panamá Oeste',
    distrito: 'La Chorrera',
    direccion: 'Calle 4, casa 12',
    tipo_vivienda: 'Alquilada',
  },
  2: {
    empresa: 'Comercial Istmo, S.A.',
    ocupacion: 'Contadora',
    fecha_ingreso: '2019-03-01',
    salario_mensual: '1,850.50',
  },
  3: {
    'deudas[0][acreedor]': 'Banco General',
    'deudas[0][saldo]': '2,500.00',
    'deudas[0][cuota]': '120.00',
    'referencias[0][nombre]': 'Luis Núñez',
    'referencias[0][celular]': '6123-4567',
  },
  4: { codeudor: 'No' },
  5: { abono: '5,000.00', plazo_anos: '30', uso_vivienda: 'Vivienda principal', primera_vivienda: 'Sí' },
};
export const sendPage = (
  browser: Browser,
  codigo: string,
  pagina: number | string,
  fields: Record<string, string> = {},
) => browser.form(POST, { codigo, pagina: String(pagina), ...fields });
export async function fillAll(
  browser: Browser,
  codigo: string,
  over: Record<number, Record<string, string>> = {},
) {
  for (const page of [1, 2, 3, 4, 5]) {
    const answer = await sendPage(browser, codigo, page, { ...PAGES[page], ...over[page] });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}
