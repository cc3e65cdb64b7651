import { describe, expect, test } from 'vitest';
import { CEDULA_ERROR } from '#contract/cedula.ts';
import { PHONE_ERROR } from '#contract/phone.ts';
import { useApp } from '#test/app.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import {
  beginPurchase,
  completeForm,
  faultsOf,
  fieldsOf,
  papersOf,
  PRECONTRACT,
  saleOf,
} from '#test/purchases.ts';

const llave = useApp();

describe('a malformed pre-contract', () => {
  test('is refused at each field, in words for the customer', async () => {
    const begun = await beginPurchase(llave);
    const answer = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, {
        nombre: '123',
        email: 'rosa@',
        celular: '12',
        cedula: '14-1-1',
        sector_trabajo: 'Privada',
        estatus_laboral: 'Fijo',
        forma_pago: 'fiado',
        monto_pagado: '12.345',
        origen: 'x'.repeat(41),
        lote_id: 'A-1',
        'grupo_familiar[0][nombre]': 'Luis',
        'grupo_familiar[0][cedula]': '8-1',
        'grupo_familiar[0][parentesco]': 'vecino',
        'grupo_familiar[1][nombre]': '',
        'grupo_familiar[1][cedula]': '8-900-12',
        'grupo_familiar[1][parentesco]': '3',
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'INVALID',
      message: 'Por favor, verifique los siguientes campos',
    });
    expect(fieldsOf(answer).toSorted()).toEqual(
      [
        'archivo_comprobante',
        'celular',
        'cedula',
        'email',
        'estatus_laboral',
        'forma_pago',
        'grupo_familiar[0][cedula]',
        'grupo_familiar[0][parentesco]',
        'grupo_familiar[1][nombre]',
        'lote_id',
        'monto_pagado',
        'nombre',
        'origen',
        'sector_trabajo',
      ].toSorted(),
    );
    expect(faultsOf(answer)).toContainEqual({ field: 'cedula', message: CEDULA_ERROR });
    expect(faultsOf(answer)).toContainEqual({ field: 'celular', message: PHONE_ERROR });
    expect(await saleOf(begun)).toMatchObject({
      stateId: 1,
      // Nothing that was typed is lost.
      draft: { cedula: '14-1-1', sector_trabajo: 'Privada' },
    });
  });

  test.each([
    'P',
    'PI',
    'PE-',
    'E',
    'NT-1-1',
    '8-71234',
    '8--1',
    '8-AV-1-1',
    '130-1-1',
    '09-1-1',
    '8.712.45',
    ' 8-712-45',
    '8-712-45\n',
    '8-712-123456',
    '8A-1-1',
  ])('is one with the cédula %j', async (cedula) => {
    const begun = await beginPurchase(llave, { withLot: false });
    const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, { cedula }));
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['cedula']]);
  });

  test.each([
    '8-712-45',
    '8AV-1-1',
    'PE-12-345',
    '8-7123-4',
    '1-23-456',
    'E-8-98765',
    '13PI-1-1',
    'n-19-322',
  ])('is not one with the cédula %j', async (cedula) => {
    const begun = await beginPurchase(llave, { withLot: false });
    const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, { cedula }));
    expect(answer.statusCode, answer.body).toBe(200);
  });

  test('stores the valid files of the form with the draft, and names the invalid ones', async () => {
    const begun = await beginPurchase(llave);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const answer = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, {
        celular: '12',
        archivo_cedula: fileOf(await makePicture(), '../../etc/passwd\u0000.png', 'image/png'),
        archivo_cedula_reverso: fileOf(svg, 'reverso.png', 'image/png'),
        ficha: fileOf(Buffer.from('<html><script>alert(1)</script>'), 'ficha.pdf', 'application/pdf'),
        talonario: fileOf(Buffer.concat([makePdf(), Buffer.alloc(11 * 1_048_576)]), 'grande.pdf'),
        recibo: fileOf(makePdf(4), 'recibo.pdf'),
        archivo_firma: fileOf(await makePicture({ blank: true }), 'firma.png'),
      }),
    );
    expect(answer.statusCode).toBe(422);
    expect(fieldsOf(answer).toSorted()).toEqual(
      ['archivo_cedula_reverso', 'archivo_firma', 'celular', 'ficha', 'talonario'].toSorted(),
    );
    expect(faultsOf(answer)).toContainEqual({
      field: 'archivo_firma',
      message: 'Debe dibujar su firma en el panel indicado.',
    });
    const kept = [
      { field: 'archivo_cedula', position: 0, stateId: 2 },
      { field: 'recibo', position: 0, stateId: 2 },
    ];
    expect(await papersOf(begun)).toEqual(kept);

    // The form sent again without them still has them.
    const again = await begun.browser.form(PRECONTRACT, completeForm(begun));
    expect(again.statusCode, again.body).toBe(200);
    expect((await papersOf(begun)).filter(({ stateId }) => stateId === 2)).toEqual(kept);
  });

  test('with a far too large file is refused', async () => {
    const begun = await beginPurchase(llave);
    const huge = fileOf(Buffer.alloc(45 * 1_048_576), 'enorme.pdf');
    const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, { ficha: huge }));
    expect(answer.statusCode, answer.body).toBe(413);
    expect(await saleOf(begun)).toMatchObject({ stateId: 1 });
  });

  test('reports the missing one of payment proof and amount', async () => {
    const begun = await beginPurchase(llave);
    const proof = fileOf(await makePicture(), 'pago.png');
    const noAmount = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, { archivo_comprobante: proof }),
    );
    expect(faultsOf(noAmount)).toEqual([{ field: 'monto_pagado', message: 'Escribe el monto que pagaste.' }]);
    // The proof stayed with the draft: the amount completes it.
    const both = await begun.browser.form(PRECONTRACT, completeForm(begun, { monto_pagado: '500' }));
    expect(both.statusCode, both.body).toBe(200);

    const other = await beginPurchase(llave);
    const noProof = await other.browser.form(PRECONTRACT, completeForm(other, { monto_pagado: '500' }));
    expect(fieldsOf(noProof)).toEqual(['archivo_comprobante']);
    const zero = await other.browser.form(
      PRECONTRACT,
      completeForm(other, { monto_pagado: '0', archivo_comprobante: proof }),
    );
    expect(fieldsOf(zero)).toEqual(['monto_pagado']);
  });

  test('takes five beneficiaries but not a sixth', async () => {
    const begun = await beginPurchase(llave);
    const six = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => fileOf(await makePicture({ n }), `b${n}.png`)),
    );
    const answer = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, { 'cedula_beneficiario[]': six }),
    );
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['cedula_beneficiario[]']]);
    expect(await papersOf(begun)).toHaveLength(5);
    const more = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, { 'cedula_beneficiario[]': six[5]! }),
    );
    expect([more.statusCode, fieldsOf(more)]).toEqual([422, ['cedula_beneficiario[]']]);
    const same = await begun.browser.form(
      PRECONTRACT,
      completeForm(begun, { 'cedula_beneficiario[]': six[2]! }),
    );
    expect(same.statusCode, same.body).toBe(200);
  });
});
