import { describe, expect, test } from 'vitest';
import { annot, HOSTILE, pdf } from '#test/hostilePdfs.ts';
import { inspectPdf } from './inspect.ts';

const now = new Date('2026-11-21T15:00:00Z');

describe('a hostile PDF is refused with a sentence', () => {
  test.each(Object.entries(HOSTILE))('%s', async (_, [bytes, code]) => {
    const { refused, pages, signatures } = await inspectPdf(bytes, { now });
    expect(refused?.code).toBe(code);
    expect(refused?.reason).toMatch(/^.{20,}\.$/);
    expect([pages, signatures]).toEqual([0, []]);
  });
});

test('an ordinary PDF is accepted: links, bookmarks, a form to fill in', async () => {
  const ordinary = pdf({
    catalog: '/OpenAction[3 0 R/Fit]/AcroForm<</Fields[]>>/Outlines<</Type/Outlines>>',
    ...annot('<</S/URI/URI(https://llave.test)>>'),
  });
  expect(await inspectPdf(ordinary, { now })).toEqual({ pages: 1, signatures: [], refused: null });
});

test('a signature that does not cover what it says is not intact', async () => {
  const signed = (range: string) =>
    pdf({
      objects: `7 0 obj<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange[${range}]/Contents<3003020100>>>endobj`,
    });
  for (const range of ['5 10 20 30', '0 10 20 999999', '0 0 0 0']) {
    const { signatures } = await inspectPdf(signed(range), { now });
    expect(signatures).toMatchObject([{ intact: false, recognized: false, signer: '' }]);
  }
});
