import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { seals } from '#server/modules/legal/seals/seals.table.ts';
import { SealDocument } from '#server/modules/legal/seals/seals.jobs.names.ts';
import { useApp } from '#test/app.ts';
import { openAuthority } from '#test/authority.ts';
import { HOSTILE } from '#test/hostilePdfs.ts';
import { runJobs } from '#test/jobs.ts';
import { fileOf, makePdf, pdfWords } from '#test/papers.ts';
import { askSeal, evidenceOf } from '#test/seals.ts';
import { DEEP } from '#test/deep.ts';
import { maskName } from './verification.service.ts';

const llave = useApp();

async function sealed(over: Parameters<typeof askSeal>[1] = {}) {
  const { id } = await askSeal(llave, over);
  await runJobs(llave, SealDocument);
  const [seal] = await llave.database.db.select().from(seals).where(eq(seals.id, id));
  const { store } = llave.app.core.services.files;
  return { seal: seal!, pdf: await buffer(await store.read(seal!.sealedHash!)), store };
}

/** Sends a PDF as a stranger without script, and reads the page that follows. */
async function verified(bytes: Buffer, name = 'documento.pdf') {
  const browser = llave.browser();
  const sent = await browser.form('/verificar', { documento: fileOf(bytes, name, 'application/pdf') });
  expect(sent.statusCode, sent.body).toBe(200);
  const { redirect } = sent.json<{ redirect: string }>();
  return (await browser.get(redirect)).body;
}

test('a stranger learns that a sealed PDF is genuine, and nothing personal', async () => {
  const { seal, pdf } = await sealed();
  const page = await verified(pdf);
  expect(page).toContain('Es exactamente el archivo que se selló aquí');
  // A certificate of our own reads this, and never more.
  expect(page).toContain('Íntegro; emisor no reconocido');
  expect(page).not.toContain('El documento es auténtico');
  expect(page).toContain('Promesa de compraventa');
  expect(page).toContain('A•• P••••');
  const byCode = (await llave.browser().get(`/verificar/${seal.fingerprint.toUpperCase()}`)).body;
  expect(byCode).toContain('Este documento existe y está sellado');
  for (const text of [page, byCode])
    for (const secret of ['Ana Pérez', '8-712-45', '10.0.0.1', 'a••@correo.test'])
      expect(text.replaceAll('Sello de prueba', '')).not.toContain(secret);
});

test.runIf(DEEP)(
  'the answer about one document is not shown in another browser, where it could vouch for a forged one',
  async () => {
    const { pdf } = await sealed();
    const forger = llave.browser();
    const sent = await forger.form('/verificar', { documento: fileOf(pdf, 'a.pdf', 'application/pdf') });
    const { redirect } = sent.json<{ redirect: string }>();
    expect((await forger.get(redirect)).body).toContain('Es exactamente el archivo');
    const victim = llave.browser();
    for (const _ of ['without a cookie', 'with one']) {
      const page = await victim.get(redirect);
      expect(page.statusCode).toBe(200);
      expect(page.body).not.toContain('Es exactamente el archivo');
      expect(page.body).toContain('Sube el PDF que recibiste');
    }
  },
);

test('one changed byte, an addition and the unsealed original are each told', async () => {
  const { seal, pdf, store } = await sealed();
  const changed = Buffer.from(pdf);
  changed[500]! ^= 1;
  const added = Buffer.concat([pdf, Buffer.from('\n% más\n')]);
  for (const bytes of [changed, added]) {
    const page = await verified(bytes);
    expect(page).toContain('Este archivo no es el documento sellado');
    expect(page).not.toContain('Es exactamente el archivo');
  }
  const original = await buffer(await store.read(seal.sourceHash));
  expect(await verified(original)).toContain('Es el documento como se firmó, sin su sello');
});

test.runIf(DEEP)(
  'a document sealed by a recognized issuer is authentic; without that issuer it is only intact',
  async () => {
    const authority = await openAuthority(() => llave.clock.now());
    const { config } = llave.app.core.services;
    const folder = await mkdtemp(path.join(tmpdir(), 'llave-emisor-'));
    const at = (name: string) => path.join(folder, name);
    try {
      const { pem, keyPem } = await authority.issue('Casas del Istmo, S.A.', { offers: false });
      await writeFile(at('c.pem'), pem);
      await writeFile(at('k.pem'), keyPem);
      await writeFile(at('raiz.pem'), authority.rootPem);
      Object.assign(config, { SEAL_CERT: at('c.pem'), SEAL_KEY: at('k.pem') });
      const { pdf } = await sealed();
      expect(await verified(pdf)).toContain('Íntegro; emisor no reconocido');
      Object.assign(config, { SEAL_TRUST: at('raiz.pem') });
      const page = await verified(pdf);
      expect(page).toContain('El documento es auténtico');
      expect(page).toContain('emitido por «Autoridad de Prueba»');
    } finally {
      Object.assign(config, { SEAL_CERT: undefined, SEAL_KEY: undefined, SEAL_TRUST: undefined });
      await authority.close();
      await rm(folder, { recursive: true });
    }
  },
);

test('a broken chain is told, although the file is the sealed one', async () => {
  const evidence = evidenceOf();
  evidence.events[1] = { ...evidence.events[1]!, actor: 'Otra persona' };
  const { pdf } = await sealed({ evidence });
  const page = await verified(pdf);
  expect(page).toContain('se rompe en el evento 2');
  expect(page).toContain('El documento tiene un problema');
});

test('unknown, hostile and empty uploads get their sentence, and nothing is kept', async () => {
  expect(await verified(makePdf(77))).toContain('No conocemos este documento');
  const hostile = Buffer.from(
    makePdf(78)
      .toString('latin1')
      .replace('/Type/Catalog', '/Type/Catalog/OpenAction<</S/JavaScript/JS(1)>>'),
    'latin1',
  );
  expect(await verified(hostile)).toContain('contiene programas (JavaScript)');
  const none = await llave.browser().form('/verificar', {});
  expect([none.statusCode, none.json()]).toMatchObject([422, { errors: [{ field: 'documento' }] }]);
  const text = await llave
    .browser()
    .form('/verificar', { documento: fileOf(Buffer.from('hola'), 'a.pdf', 'application/pdf') });
  expect(text.statusCode).toBe(422);
  for (const path of [`/verificar/${'0'.repeat(64)}`, '/verificar/nada']) {
    const page = await llave.browser().get(path);
    expect([page.statusCode, page.body.includes('No conocemos esa huella')]).toEqual([404, true]);
  }
  // A made-up answer in the address says nothing.
  expect((await llave.browser().get('/verificar?r=inventado')).body).toContain('Sube el PDF que recibiste');
});

test.runIf(DEEP)(
  'hostile PDFs at once are each refused with a sentence, and pages are served meanwhile',
  async () => {
    // Two are looked at together, and 20 wait.
    const files = Object.entries(HOSTILE).slice(0, 22);
    const uploads = Promise.all(
      files.map(async ([name, [bytes]], at) => {
        const visitor = llave.browser();
        visitor.address = `10.78.0.${at}`;
        const documento = fileOf(bytes, 'a.pdf', 'application/pdf');
        const sent = await visitor.form('/verificar', { documento });
        if (sent.statusCode !== 200) return [name, sent.statusCode, sent.body] as const;
        const page = await visitor.get(sent.json<{ redirect: string }>().redirect);
        return [name, page.statusCode, page.body] as const;
      }),
    );
    const served: number[] = [];
    for (let at = 0; at < 10; at += 1)
      served.push((await llave.browser().get(`/verificar/${'0'.repeat(64)}`)).statusCode);
    for (const [name, status, body] of await uploads) {
      expect([200, 413, 422], name).toContain(status);
      expect(body, name).toMatch(/No pudimos revisar este archivo|"field":"documento"|[Mm]uy grande/);
    }
    expect(served).toEqual(Array.from({ length: 10 }, () => 404));
  },
);

test('the certificate shows a signer whole, however many colleagues looked', async () => {
  const evidence = evidenceOf();
  evidence.signers[0]!.seenByStaff = Array.from({ length: 150 }, (_, at) => `Mirada${at} de un colega`);
  const { pdf } = await sealed({ evidence });
  const words = await pdfWords(pdf);
  for (const told of ['Cédula 8-712-45', 'Mirada0 ', 'Mirada75 ', 'Mirada149 '])
    expect(words).toContain(told);
});

test('a waiting document says that it waits', async () => {
  const { id } = await askSeal(llave);
  const [seal] = await llave.database.db.select().from(seals).where(eq(seals.id, id));
  expect((await llave.browser().get(`/verificar/${seal!.fingerprint}`)).body).toContain('espera su sello');
});

test('a visitor is stopped after twenty uploads in a minute', async () => {
  const browser = llave.browser();
  browser.address = '10.77.0.1';
  const codes: number[] = [];
  for (let at = 0; at < 21; at += 1) codes.push((await browser.form('/verificar', {})).statusCode);
  expect(codes.slice(-2)).toEqual([422, 429]);
});

test('names are masked', () => {
  expect(maskName('  Ana  María Ñ ')).toBe('A•• M•••• Ñ•');
});
