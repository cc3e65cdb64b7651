import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyText } from '#contract/money.ts';
import { readAmount, readDay } from './bankWords.ts';
import { readStatement } from './statementFile.ts';

const HEAD = 'Fecha,Referencia,Descripción,Débito,Crédito,Saldo';

describe('reading bank files', () => {
  test('days and amounts are read in their many formats', () => {
    expect(readDay('9/3/2026', 'dmy')).toBe('2026-03-09');
    expect(readDay('3/9/2026', 'mdy')).toBe('2026-03-09');
    expect(readDay('09-MAR-26', 'dmy')).toBe('2026-03-09');
    expect(readDay('2026-03-09 14:30', 'dmy')).toBe('2026-03-09');
    expect(readDay('20260309120000[-5:EST]', 'ymd')).toBe('2026-03-09');
    expect(readDay('31/02/2026', 'dmy')).toBeUndefined();
    expect(readAmount('B/. 1,234.50', false)).toBe(123_450);
    expect(readAmount('1.234,50', true)).toBe(123_450);
    expect(readAmount('(50.00)', false)).toBe(-5_000);
    expect(readAmount('50.00 DB', false)).toBe(-5_000);
    expect(readAmount('12.34.50', false)).toBeUndefined();
    expect(readAmount('1,23', false)).toBeUndefined();
  });

  test('the maximum number of movements is read, and each FITID only once', () => {
    const one = (at: number) =>
      `<STMTTRN><DTPOSTED>20261117<TRNAMT>1.00<FITID>${'0'.repeat(30)}${at}<REFNUM>R${at}</STMTTRN>`;
    const all = Array.from({ length: 19_999 }, (_, at) => one(at));
    const { lines } = readStatement(Buffer.from(`<OFX>${all.join('')}${one(0)}</OFX>`));
    expect(lines).toHaveLength(19_999);
  });

  test('any amount reads back in both formats', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents) => {
        const written = moneyText(cents);
        expect(readAmount(written, false)).toBe(cents);
        expect(
          readAmount(
            written.replace(/[.,]/g, (one) => (one === '.' ? ',' : '.')),
            true,
          ),
        ).toBe(cents);
      }),
    );
  });

  test('OFX 1 with unclosed tags and OFX 2 give the same result', () => {
    const sgml = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKTRANLIST><DTSTART>20261101<DTEND>20261120
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261118<TRNAMT>500.00<FITID>A1<NAME>ACH Pérez &amp; Hijos<MEMO>PC-2026-00012
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261119<TRNAMT>-12.50<FITID>A2<NAME>Comisión
</BANKTRANLIST><LEDGERBAL><BALAMT>1487.50<DTASOF>20261120</LEDGERBAL></OFX>`;
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261120</DTEND>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261118</DTPOSTED><TRNAMT>500.00</TRNAMT><FITID>A1</FITID><NAME>ACH Pérez &amp; Hijos</NAME><MEMO>PC-2026-00012</MEMO></STMTTRN>
<STMTTRN><DTPOSTED>20261119</DTPOSTED><TRNAMT>-12.50</TRNAMT><FITID>A2</FITID><NAME>Comisión</NAME></STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>1487.50</BALAMT></LEDGERBAL></OFX>`;
    const strip = ({
      lines: found,
      faults,
      openingCents,
      closingCents,
      fromOn,
      toOn,
    }: ReturnType<typeof readStatement>) => ({
      found: found.map((one) => ({ ...one, row: 0 })),
      faults,
      openingCents,
      closingCents,
      fromOn,
      toOn,
    });
    const one = strip(readStatement(Buffer.from(sgml, 'latin1')));
    expect(one).toEqual(strip(readStatement(Buffer.from(xml))));
    expect(one).toMatchObject({
      openingCents: 100_000,
      closingCents: 148_750,
      faults: [],
      toOn: '2026-11-20',
    });
    expect(one.found[0]).toMatchObject({ cents: 50_000, description: 'ACH Pérez & Hijos PC-2026-00012' });
  });

  test('no text crashes the reader', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.constantFrom('', '<OFX><STMTTRN>', `${HEAD}\n`),
        (text, head) => {
          try {
            readStatement(Buffer.from(head + text));
          } catch (error) {
            expect((error as Error).constructor.name).toBe('Unreadable');
          }
        },
      ),
    );
  });
});

/** Files in the format of Panama's banks: headings and movements, without personal data. */
describe('files of Panama’s banks', () => {
  const read = (text: string) => readStatement(Buffer.from(text));
  const told = (text: string) =>
    read(text).lines.map(({ postedOn, cents, reference, description }) => [
      postedOn,
      cents,
      reference,
      description,
    ]);

  test('Banco General: reads the description, not the kind of transaction', () => {
    expect(
      told(`Cuenta:,04-01-01-000000-1
Fecha,Referencia,Transacción,Descripción,Débito,Crédito,Saldo total
20-nov-2026,1122334,ACH EXPRESS,DE ANA NUNEZ PC-2026-00012,,"1,500.00","2,500.00"
21-nov-2026,1122335,CARGO,COMISION,2.50,,"2,497.50"`),
    ).toEqual([
      ['2026-11-20', 150_000, '1122334', 'DE ANA NUNEZ PC-2026-00012'],
      ['2026-11-21', -250, '1122335', 'COMISION'],
    ]);
    // Without a description column, the transaction column is used.
    expect(told('Fecha,Transacción,Monto\n20/11/2026,ACH EXPRESS,15.00')).toEqual([
      ['2026-11-20', 1_500, '', 'ACH EXPRESS'],
    ]);
  });

  test('Banistmo and BAC', () => {
    expect(
      told(`Fecha;Descripción;No. Documento;Débitos;Créditos;Balance
20/11/2026;TRANSF DE CARMEN RUIZ;778899;;500.00;500.00`),
    ).toEqual([['2026-11-20', 50_000, '778899', 'TRANSF DE CARMEN RUIZ']]);
    expect(
      told(`Número de Cliente,Nombre,Producto,Moneda,Saldo Inicial
1,PROMOTORA,100,USD,0.00
Fecha de Transacción,Referencia de Transacción,Código de Transacción,Descripción de Transacción,Débito de Transacción,Crédito de Transacción,Balance de Transacción
20/11/2026,556677,TF,TRANSF DE LUIS BATISTA,0.00,250.00,250.00`),
    ).toEqual([['2026-11-20', 25_000, '556677', 'TRANSF DE LUIS BATISTA']]);
  });

  test('missing columns are guessed again, and a file without amounts is reported', () => {
    const columns = read('Fecha,Referencia,Débito,Crédito\n20/11/2026,A,,5.00').columns!;
    const later = readStatement(Buffer.from('Fecha,Referencia,Monto\n20/11/2026,B,7.00'), columns);
    expect(later.lines).toMatchObject([{ cents: 700, reference: 'B' }]);
    const empty = read('Fecha,Referencia,Monto\n20/11/2026,B,');
    expect(empty.faults.map(({ message }) => message)).toEqual([
      'Fila 1, columna «Monto»: ninguna fila trae un monto: revisa qué columna es cada cosa.',
    ]);
  });

  test('an OFX in a foreign currency is refused by name; dollars and balboas are accepted', () => {
    const ofx = (head: string, more = '') =>
      `<OFX><CURDEF>${head}<STMTTRN><DTPOSTED>20261118<TRNAMT>5.00<FITID>1${more}</STMTTRN></OFX>`;
    expect(() => read(ofx('EUR'))).toThrow('El archivo está en EUR y las cuentas se llevan en USD');
    expect(() => read(ofx('USD', '<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>'))).toThrow('en EUR');
    expect(read(ofx('PAB', '<ORIGCURRENCY><CURRATE>1.1<CURSYM>EUR</ORIGCURRENCY>')).lines).toHaveLength(1);
  });

  test('UTF-16, as Excel saves it, is read', () => {
    const text = 'Fecha\tReferencia\tDescripción\tMonto\n20/11/2026\tA\tNÚÑEZ\t5.00';
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()])
      expect(readStatement(bytes).lines).toMatchObject([{ cents: 500, description: 'NÚÑEZ' }]);
  });
});
