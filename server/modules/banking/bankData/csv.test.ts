import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyText } from '#contract/money.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { useApp } from '#test/app.ts';
import { makeBuyer } from '#test/buyers.ts';
import { makeUser } from '#test/factories.ts';
import { signInUser, signInWith } from '#test/signIn.ts';
import { planCsv } from './csv.service.ts';
import { bankProfiles } from './bankData.table.ts';

const llave = useApp();
interface Result {
  rows: { fila: number; nombre: string; estado: string; valores: Record<string, string> }[];
  errors: { fila: number; columna: string; mensaje: string }[];
}

async function begin() {
  const { db } = llave.database;
  const processor = await makeUser(db, { roles: ['procesador'] });
  const buyer = await makeBuyer(llave, { stateId: 5, workSector: 'Jubilado', processorId: processor.id });
  await db.insert(consents).values({
    saleId: buyer.id,
    kind: 'datos',
    textVersion: '1',
    textHash: 'x',
    channel: 'web',
    ip: '127.0.0.1',
    userAgent: 'test',
    givenAt: llave.clock.now(),
  });
  const staff = await signInUser(llave, processor);
  const url = `/api/sale/precontracts/${buyer.code}/datos_bancarios/csv`;
  const load = (content: string | Uint8Array<ArrayBuffer>, confirm = false) =>
    staff.form(url, {
      archivo: new File([content], 'deudas.csv', { type: 'text/csv' }),
      ...(confirm && { confirmar: '1' }),
    });
  const profile = async () =>
    (await db.select().from(bankProfiles).where(eq(bankProfiles.saleId, buyer.id)))[0];
  return { db, buyer, staff, url, load, profile };
}
const result = (answer: { json<T>(): T }) => answer.json<{ data: Result }>().data;

describe('a file of debts', () => {
  test('1,000 rows with 30 bad ones: each named by row and column, nothing written until confirmed, twice is once', async () => {
    const { load, profile } = await begin();
    const bad = new Map(
      Array.from({ length: 30 }, (_, n) => {
        const kinds = [
          { line: ',100.00,10.00', columna: 'acreedor' },
          { line: `Banco ${n},mucho,10.00`, columna: 'saldo' },
          { line: `Banco ${n},100.00,-5`, columna: 'cuota' },
        ];
        return [33 * (n + 1), kinds[n % 3]!] as const;
      }),
    );
    const lines = Array.from(
      { length: 1000 },
      (_, at) => bad.get(at + 2)?.line ?? `Financiera ${at},${at + 1}.25,${at % 90}.50`,
    );
    const file = ['acreedor,saldo,cuota', ...lines].join('\n');
    const dry = await load(file);
    expect(dry.statusCode, dry.body.slice(0, 500)).toBe(200);
    expect(result(dry).errors.map(({ fila, columna }) => [fila, columna])).toEqual(
      [...bad].map(([fila, { columna }]) => [fila, columna]),
    );
    expect(result(dry).errors.every(({ mensaje }) => mensaje.length > 10)).toBe(true);
    expect(result(dry).rows).toHaveLength(970);
    expect((await profile())?.rows.deudas ?? []).toEqual([]);

    const done = await load(file, true);
    expect(result(done).rows.every(({ estado }) => estado === 'nueva')).toBe(true);
    const first = await profile();
    expect(first?.rows.deudas).toHaveLength(970);
    expect(first?.rows.deudas?.[0]).toEqual({
      acreedor: 'Financiera 0',
      tipo: '',
      numero: '',
      saldo_centavos: 125,
      cuota_centavos: 50,
    });
    const again = await load(file, true);
    expect(result(again).rows.every(({ estado }) => estado === 'igual')).toBe(true);
    expect(await profile()).toEqual(first);
  });

  test.each([
    [
      'UTF-8 with its mark',
      Buffer.from('\uFEFFAcreedor;Saldo;Cuota\r\nCompañía Óptima;"1,234.50";80', 'utf8'),
    ],
    ['Windows-1252', Buffer.from('Acreedor;Saldo;Cuota\r\nCompañía Óptima;1.234,50;80,00', 'latin1')],
    [
      'comma and currency',
      Buffer.from('acreedor,saldo,cuota\n"Compañía Óptima","B/. 1,234.50",USD 80', 'utf8'),
    ],
    [
      'other headings',
      Buffer.from('Pago mensual\tInstitución\tSaldo actual\n80\tCompañía Óptima\t1234.5', 'utf8'),
    ],
  ])('%s is read alike', async (_, bytes) => {
    const { load } = await begin();
    expect(result(await load(new Uint8Array(bytes)))).toEqual({
      rows: [
        {
          fila: 2,
          nombre: 'Compañía Óptima',
          valores: { tipo: '', numero: '', saldo: '1,234.50', cuota: '80.00' },
          estado: 'nueva',
        },
      ],
      errors: [],
    });
  });

  test('a number says which debt it is: another balance changes it, twice in a file with other amounts is a fault', async () => {
    const { load, profile } = await begin();
    await load('acreedor,numero,saldo,cuota\nBanco Uno,77-1,500,50', true);
    const changed = await load(
      'acreedor,numero,saldo,cuota\nBANCO UNO,771,400,50\nBanco Uno,77-1,300,50',
      true,
    );
    expect(result(changed)).toMatchObject({
      rows: [{ estado: 'cambia' }],
      errors: [{ fila: 3, columna: 'numero' }],
    });
    expect((await profile())?.rows.deudas).toMatchObject([{ saldo_centavos: 40_000 }]);
  });

  test('no file, a picture, only headings, a column that lacks, too many rows, and too large', async () => {
    const { staff, url, load } = await begin();
    const none = await staff.form(url, { confirmar: '1' });
    expect([none.statusCode, none.json()]).toMatchObject([
      422,
      { errors: [{ field: 'archivo', message: 'Por favor, especifique la ruta al archivo a cargar!' }] },
    ]);
    expect(
      (await load(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0]))).statusCode,
    ).toBe(422);
    expect((await load('acreedor,saldo,cuota')).statusCode).toBe(422);
    expect(result(await load('acreedor,saldo\nX,1')).errors).toMatchObject([{ fila: 1, columna: 'cuota' }]);
    expect((await load(`acreedor,saldo,cuota\n${'X,1,1\n'.repeat(2100)}`)).statusCode).toBe(422);
    expect((await load('x'.repeat(1_100_000))).statusCode).toBe(413);
  });

  test('who may not see income may not load it', async () => {
    const { url } = await begin();
    const clerk = await signInWith(llave, [{ permission: 'tramites.editar', scope: 'todo' }]);
    expect(
      (await clerk.form(url, { archivo: new File(['acreedor,saldo,cuota\nX,1,1'], 'd.csv') })).statusCode,
    ).toBe(403);
  });
});

test('the filled template of a bank: by name or label, with faults at their cell', async () => {
  const { load, profile } = await begin();
  const file = [
    'Campo;Valor',
    'empresa;Caja de Seguro Social',
    'Ingreso mensual bruto;1500',
    'fecha_nacimiento (Fecha de nacimiento);01-02-1960',
    'dependientes;muchos',
    'color favorito;verde',
    'cedula;8-1-1',
    'ocupacion;',
  ].join('\n');
  const tried = result(await load(file));
  expect(tried.errors.map(({ fila, columna }) => [fila, columna])).toEqual([
    [5, 'valor'],
    [6, 'campo'],
    [7, 'valor'],
  ]);
  expect(await profile()).toBeUndefined();
  await load(file, true);
  expect((await profile())?.values).toEqual({
    empresa: 'Caja de Seguro Social',
    salario_mensual: 150_000,
    fecha_nacimiento: '1960-02-01',
  });
});

test('whatever is typed, amounts come back to the cent, and a second reading finds nothing new', () => {
  const creditor = fc
    .string({ minLength: 1, maxLength: 30 })
    .filter((text) => /^[^\p{Cc}"]*\p{L}[^\p{Cc}"]*$/u.test(text.trim()));
  const debt = fc.record({ creditor, saldo: fc.nat(99_999_999), cuota: fc.nat(999_999) });
  const empty = { values: {}, rows: { deudas: [], referencias: [], grupo_familiar: [] } };
  const around = { today: '2026-11-21', locked: [], fixed: [] };
  const property = fc.property(
    fc.array(debt, { minLength: 1, maxLength: 20 }),
    fc.constantFrom(';', ','),
    (debts, separator) => {
      const lines = debts.map(({ creditor: name, saldo, cuota }) =>
        [`"${name}"`, `"${moneyText(saldo)}"`, `"${moneyText(cuota)}"`].join(separator),
      );
      const file = Buffer.from([['acreedor', 'saldo', 'cuota'].join(separator), ...lines].join('\n'));
      const first = planCsv(file, empty, around);
      const sums = new Set(debts.map(({ saldo }) => saldo));
      for (const { saldo_centavos } of first.debts ?? []) if (!sums.has(saldo_centavos)) return false;
      const second = planCsv(file, { ...empty, rows: { ...empty.rows, deudas: first.debts ?? [] } }, around);
      return first.errors.length === 0 && second.rows.every(({ estado }) => estado === 'igual');
    },
  );
  expect(fc.check(property).failed).toBe(false);
});
