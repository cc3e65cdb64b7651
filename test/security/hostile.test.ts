import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { SALE } from '#contract/sales/sale/rules.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { useApp } from '../app.ts';
import { makeSale } from '../factories.ts';
import { fileOf, makePdf, makePicture } from '../papers.ts';
import { beginPurchase, completeForm, fieldsOf, PRECONTRACT, saleOf } from '../purchases.ts';
import { signInAs, type StaffBrowser } from '../signIn.ts';

/** Malicious files and texts that attack opening, storing or measuring them. */
const llave = useApp();
let administrator: StaffBrowser;
beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
});

describe('files', () => {
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');

  test('are judged by their bytes: markup, archives and programs are refused under any name', async () => {
    const begun = await beginPurchase(llave);
    const picture = await makePicture();
    const bad: [string, Buffer][] = [
      ['a.svg', svg],
      ['a.png', svg],
      ['a.jpg', page],
      ['a.pdf', page],
      ['a.gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
      ['a.zip', Buffer.from('PK\x03\x04' + '\0'.repeat(40), 'latin1')],
      ['a.png', Buffer.concat([page, picture])],
      ['a.pdf', Buffer.from('MZ\x90\0')],
      ['a.png', picture.subarray(0, 12)],
    ];
    for (const [name, bytes] of bad) {
      const form = completeForm(begun, { archivo_cedula: fileOf(bytes, name, 'image/png') });
      const answer = await begun.browser.form(PRECONTRACT, { ...form, cedula: '' });
      expect([name, answer.statusCode, fieldsOf(answer)]).toEqual([name, 422, ['archivo_cedula']]);
    }
    const media = await administrator.form(`/api/projects/${begun.project.id}/media`, {
      kind: 'plano',
      alt: 'Un plano',
      archivo: fileOf(svg, 'plano.svg', 'image/svg+xml'),
    });
    expect(media.statusCode).toBe(422);
  });

  test('with two types are served as the harmless one, under a safe name', async () => {
    const begun = await beginPurchase(llave);
    const name = '../../a"; filename="x.html\r\nSet-Cookie: a=b\u202Egpj.png';
    const polyglot = Buffer.concat([makePdf(7), page]);
    const body = Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="consentimiento_datos"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="precontrato_id"\r\n\r\n${begun.id}\r\n--x\r\nContent-Disposition: form-data; name="archivo_cedula"; filename="${name.replaceAll('"', '%22').replaceAll('\r\n', '%0D%0A')}"\r\n\r\n`,
      ),
      polyglot,
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const sent = await begun.browser.send({ method: 'POST', url: PRECONTRACT, payload: body, headers });
    expect(sent.statusCode, sent.body).toBe(200);
    const papers = await administrator.get(`/api/sale/precontracts/${begun.id}/documents`);
    const [version] = papers
      .json<{ data: { versions: { url: string; name: string }[] }[] }>()
      .data.flatMap(({ versions }) => versions);
    expect(version!.name).not.toMatch(/[/\\"\r\n\u202E]/);
    const served = await administrator.get(version!.url);
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'content-disposition': expect.stringMatching(/^inline; filename\*=UTF-8''[\w.%!'()*~-]+$/) as string,
      'cache-control': 'private, no-store',
    });
    expect(served.headers['set-cookie']).toBeUndefined();
  });

  test('that are decompression bombs are refused', async () => {
    const begun = await beginPurchase(llave);
    await begun.browser.form(PRECONTRACT, completeForm(begun));
    const { code } = await saleOf(begun);
    const canvas = await sharp({ create: { width: 6000, height: 6000, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    // Its header claims a width of 20,000 pixels.
    const liar = Buffer.from(await makePicture());
    liar.writeUInt32BE(20_000, 16);
    for (const bytes of [canvas, liar]) {
      const answer = await begun.browser.form(`/clientes/firma/${code}`, {
        signature: fileOf(bytes, 'f.png'),
      });
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, ['signature']]);
      expect(answer.body).toContain('La imagen es demasiado grande (');
    }
  });
});

describe('expensive texts', () => {
  test('a number too large for the database, or NUL, is no fault, also in an ignored field', async () => {
    const { browser } = await beginPurchase(llave);
    for (const name of ['99999999999999999999', '\u0000', 'PC-2026-1', "1' or 1=1", '-1', '1e3']) {
      forgetAll();
      const answer = await browser.post('/clientes/precontrato/verify_client_update_visibility', {
        celular: '6123-4567',
        precontrato_id: name,
      });
      expect([name, answer.statusCode], answer.body).toEqual([name, 200]);
    }
    for (const name of ['99999999999999999999', '%00', "1'--"])
      expect((await browser.get(`/clientes/siguiente/${name}`)).statusCode).toBe(404);
  });

  test('thousands of rows or errors get a short response', async () => {
    const { browser, id } = await beginPurchase(llave);
    const family = Array.from({ length: 60_000 }, () => ({ nombre: 'a' }));
    const kept = await browser.patch(`/clientes/precontrato/borrador/${id}`, {
      campos: { consentimiento_datos: '1', grupo_familiar: family },
    });
    expect(kept.statusCode).toBe(422);
    expect(kept.body.length).toBeLessThan(20_000);
    const order = await administrator.send({
      method: 'PUT',
      url: '/api/projects/1/media/order',
      payload: { model_id: null, ids: Array.from({ length: 200_000 }, () => 'a') },
    });
    expect(order.statusCode).toBe(422);
    expect(order.body.length).toBeLessThan(20_000);
  });

  test('no parser is slow on a field of 64 kB', async () => {
    const begun = await beginPurchase(llave);
    const long = [
      '1'.repeat(64_000),
      '-'.repeat(64_000),
      ' '.repeat(63_999) + '1',
      '1,'.repeat(32_000),
      '8-1-'.repeat(16_000),
    ];
    long.push(
      'a@'.repeat(32_000),
      `${'a'.repeat(32_000)}@${'b.'.repeat(15_000)}`,
      '+'.repeat(64_000),
      `DV ${' '.repeat(60_000)}1`,
    );
    for (const text of long) {
      const answers = [
        await begun.browser.form(`/clientes/comprar/${begun.model.id}`, {
          nombre: text,
          email: text,
          celular: text,
        }),
        await begun.browser.post('/clientes/enlace', { celular: text, cedula: text }),
        await begun.browser.form(`/clientes/mi-compra/${begun.id}/pago`, { monto_pagado: text }),
        await begun.browser.form(
          PRECONTRACT,
          completeForm(begun, { cedula: text, monto_pagado: text, lote_id: text }),
        ),
        await administrator.post('/api/login', { email: text, password: text }),
        await administrator.get(`/api/sale/precontracts?q=${encodeURIComponent(text.slice(0, 4000))}`),
      ];
      for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
    }
  });

  test("JavaScript's special keys have no effect", async () => {
    const begun = await beginPurchase(llave);
    await begun.browser.form(PRECONTRACT, {
      ...completeForm(begun, { cedula: '' }),
      '__proto__[admin]': '1',
      'constructor[prototype][admin]': '1',
      'grupo_familiar[__proto__][nombre]': 'x',
      toString: 'x',
    });
    const json = { 'content-type': 'application/json' };
    const sent = await administrator.send({
      method: 'POST',
      url: '/api/comments',
      headers: json,
      payload: '{"__proto__":{"admin":1},"reference":"constructor","reference_id":1,"body":"x"}',
    });
    expect([404, 422]).toContain(sent.statusCode);
    expect(({} as { admin?: string }).admin).toBeUndefined();
  });

  test('an order, a search or a filter is never run as SQL', async () => {
    await makeSale(llave.database.db, { stateId: SALE.received });
    const evil = [
      'id; drop table sales--',
      'id) union select password_hash from users--',
      "'",
      '\\',
      '%',
      '__proto__',
    ];
    for (const text of evil)
      for (const url of [
        '/api/sale/precontracts',
        '/api/sale/costumer_payments',
        '/api/lotes',
        '/api/houses',
        '/api/states_precontract',
        '/api/outbox',
        '/api/projects',
      ])
        for (const key of ['order_column', 'q', 'order_type', 'estado_id']) {
          const answer = await administrator.get(`${url}?${key}=${encodeURIComponent(text)}`);
          expect(answer.statusCode, `${url} ${key} ${text}`).toBeLessThan(500);
          expect(answer.body).not.toMatch(/argon2|syntax|relation|select /i);
        }
  });
});
