import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyText } from '#contract/money.ts';
import { readAmount, readDay } from './bankWords.ts';
import { readStatement } from './statementFile.ts';

const HEAD = 'Fecha,Referencia,Descripción,Débito,Crédito,Saldo';

describe('reading what banks write', () => {
  test('days and amounts in their many forms', () => {
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

  test('as many movements as a file may have are read at once, each FITID a single time', () => {
    const one = (at: number) =>
      `<STMTTRN><DTPOSTED>20261117<TRNAMT>1.00<FITID>${'0'.repeat(30)}${at}<REFNUM>R${at}</STMTTRN>`;
    const all = Array.from({ length: 19_999 }, (_, at) => one(at));
    const began = performance.now();
    const { lines } = readStatement(Buffer.from(`<OFX>${all.join('')}${one(0)}</OFX>`));
    expect(lines).toHaveLength(19_999);
    // It holds up everybody else's requests: compared with each other they took many seconds.
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test('any amount in either form reads back', () => {
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

  test('OFX 1 with open tags and OFX 2 say the same', () => {
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
