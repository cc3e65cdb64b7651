import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '#contract/legal/envelopes/model.ts';
import { SIGNER } from '#contract/legal/envelopes/rules.ts';
import { useApp } from '#test/app.ts';
import { follow } from '#test/buyers.ts';
import {
  asSigner,
  BUYER,
  faultsAt,
  identify,
  letter,
  send,
  sentLetter,
  signingDesk,
  signLink,
  signOnline,
} from '#test/envelopes.ts';
import { mailsTo } from '#test/outbox.ts';
import { withoutBuild } from '#test/pages.ts';
import { fileOf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { seals } from '../seals/seals.table.ts';
import { envelopePapers, envelopeSigners } from './envelopes.table.ts';

const llave = useApp();
const desk = signingDesk(llave);
beforeAll(() => withoutBuild(llave));

describe('what a colleague can do', () => {
  test('handing the link over, and a tablet in the office, are in the evidence', async () => {
    const { buyer, envelope } = await sentLetter(llave, desk.lawyer);
    const at = `/api/sale/envelopes/${envelope.id}/firmantes/${envelope.signers[0]!.id}`;
    const handed = await desk.lawyer.post(`${at}/entregar`, { motivo: 'No le llegó el correo' });
    const link = new URL(handed.json<{ data: { enlace: string } }>().data.enlace);
    // The mail that was still held is gone: only the handed link works.
    await expect(signLink(llave, buyer.email)).rejects.toThrow('no link to sign');
    const browser = llave.browser();
    await follow(browser, link);
    await identify(llave, browser, envelope.id, asSigner(buyer));
    await signOnline(browser, envelope.id);
    const [signer] = await llave.database.db
      .select()
      .from(envelopeSigners)
      .where(eq(envelopeSigners.envelopeId, envelope.id));
    expect(signer!.evidence).toMatchObject({ handed: { by: desk.lawyer.user.name } });

    const second = (await desk.read(envelope.id)).signers[1]!;
    const tablet = await desk.lawyer.post(
      `/api/sale/envelopes/${envelope.id}/firmantes/${second.id}/tableta`,
    );
    const { enlace, qr } = tablet.json<{ data: { enlace: string; qr: string } }>().data;
    expect(qr).toMatch(/^data:image\/png;base64,/);
    const device = llave.browser();
    await follow(device, new URL(enlace));
    expect(await desk.page(device, envelope.id)).toMatchObject({ tablet: true });
    await identify(llave, device, envelope.id, {
      email: second.email!,
      document: second.document.replace('Cédula ', ''),
      name: second.name,
    });
    await signOnline(device, envelope.id, 3);
    const [seal] = await llave.database.db.select().from(seals).where(eq(seals.recordId, envelope.id));
    expect(seal!.evidence.signers[0]!.seenByStaff?.join()).toContain('tomó el enlace para entregarlo a mano');
    expect(seal!.evidence.signers[1]).toMatchObject({ method: 'tableta' });
  });

  test('wet ink is scanned by one colleague and certified by another', async () => {
    const { envelope } = await sentLetter(llave, desk.lawyer);
    const scan = () => fileOf(Buffer.from(scanned), 'firmado.pdf', 'application/pdf');
    const scanned = await letter('Firmado con tinta');
    const at = `/api/sale/envelopes/${envelope.id}`;
    const ink = `${at}/firmantes/${envelope.signers[0]!.id}/tinta`;
    expect(faultsAt(await desk.lawyer.form(ink, { archivo: scan() }))[0]!.field).toBe('vi_firmar');
    const kept = await desk.lawyer.form(ink, { archivo: scan(), vi_firmar: '1' });
    expect(kept.statusCode, kept.body).toBe(200);
    const paper = kept.json<{ data: Envelope }>().data.signers[0]!.paper!;
    expect(paper).toMatchObject({
      kind: 'tinta',
      certify: { disabled: expect.stringContaining('falta otro colega') },
    });
    const certify = (who: StaffBrowser) =>
      who.patch(`${at}/papeles/${paper.id}`, { params: { certifica: true } });
    expect((await certify(desk.lawyer)).statusCode).toBe(422);
    const second = await signInAs(llave, 'abogado');
    expect((await certify(second)).statusCode).toBe(200);
    expect((await certify(second)).statusCode).toBe(422);
    expect((await desk.read(envelope.id)).signers).toMatchObject([
      { state: { id: SIGNER.signed }, method: 'tinta' },
      { state: { id: SIGNER.asked } },
    ]);
    expect((await desk.read(envelope.id)).file.name).toBe('firmado.pdf');
  });

  test('an envelope is voided with a reason, nobody is mailed within the time to undo, and it is sent again from the start', async () => {
    const { buyer, envelope, browser, id } = await desk.readyToSign();
    await signOnline(browser, id);
    const status = `/api/sale/envelopes/${id}/status`;
    expect(faultsAt(await desk.lawyer.patch(status, { params: { estado_id: 4 } }))[0]!.field).toBe(
      'params[motivo]',
    );
    const voided = await desk.lawyer.patch(status, { params: { estado_id: 4, motivo: 'Cambió la fecha' } });
    expect(voided.json()).toMatchObject({
      data: { lost: expect.stringContaining('1 de 2 firmas'), again: { disabled: null } },
    });
    expect(await desk.page(browser, id)).toMatchObject({
      standing: 'cerrado',
      told: 'Este documento se anuló: ya no hay que firmarlo.',
    });
    const again = await desk.lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 });
    expect(again.statusCode, again.body).toBe(201);
    const next = again.json<{ data: Envelope }>().data;
    expect(next).toMatchObject({ signed_count: 0, turn: 'Lía Mora', title: envelope.title });
    expect((await desk.lawyer.post(`/api/sale/envelopes/${id}/otra_vez`, { dias: 5 })).statusCode).toBe(422);
    expect((await desk.read(id)).next_id).toBe(next.id);

    await desk.lawyer.patch(`/api/sale/envelopes/${next.id}/status`, {
      params: { estado_id: 4, motivo: 'Otra vez' },
    });
    const mails = await mailsTo(llave.database.db, buyer.email);
    expect(mails.filter(({ state }) => state === 'held')).toEqual([]);
  });

  test('other roles: a processor sees the envelopes of the own sales, accounting may not send', async () => {
    const { envelope } = await sentLetter(llave, desk.lawyer);
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(`/api/sale/envelopes/${envelope.id}`)).statusCode).toBe(404);
    const accountant = await signInAs(llave, 'contabilidad');
    expect((await accountant.get(`/api/sale/envelopes/${envelope.id}`)).statusCode).toBe(200);
    expect((await send(accountant, envelope.sale.id, [BUYER])).statusCode).toBe(403);
  });
});

describe('signing by PDF', () => {
  test('a PDF signed by hand waits until a colleague compares it; a returned one is asked again', async () => {
    const { buyer, browser, id } = await desk.readyToSign();
    const upload = async (bytes: Buffer) =>
      browser.form(`/clientes/documentos/${id}/firmar/pdf`, {
        document: fileOf(bytes, 'mio.pdf', 'application/pdf'),
      });
    const same = Buffer.from((await browser.get(`/clientes/documentos/${id}/documento.pdf`)).rawPayload);
    expect(faultsAt(await upload(same))[0]!.message).toContain('todavía sin tu firma');
    const mine = await letter('Firmado a mano');
    const sent = await upload(mine);
    expect(sent.json()).toMatchObject({ success: expect.stringContaining('Lo comparamos') });
    expect((await upload(mine)).statusCode).toBe(200);
    expect(await desk.page(browser, id)).toMatchObject({ standing: 'certificar' });
    const paper = (await desk.read(id)).signers[0]!.paper!;
    const decide = (params: object) =>
      desk.lawyer.patch(`/api/sale/envelopes/${id}/papeles/${paper.id}`, { params });
    expect((await decide({ certifica: false })).statusCode).toBe(422);
    await decide({ certifica: false, motivo: 'Falta la segunda página' });
    expect(
      (await mailsTo(llave.database.db, buyer.email)).some(({ kind }) => kind === 'documento_devuelto'),
    ).toBe(true);
    await upload(await letter('Otra vez a mano'));
    const [waiting] = (await llave.database.db.select().from(envelopePapers)).slice(-1);
    const taken = await desk.lawyer.patch(`/api/sale/envelopes/${id}/papeles/${waiting!.id}`, {
      params: { certifica: true },
    });
    expect(taken.json<{ data: Envelope }>().data.signers[0]).toMatchObject({
      method: 'mano',
      state: { id: SIGNER.signed },
    });
  });

  test('a hostile PDF and a file that is none are refused with a sentence, and nothing is kept', async () => {
    const { browser, id } = await desk.readyToSign();
    const hostile = Buffer.from(
      (await letter())
        .toString('latin1')
        .replace('/Type /Catalog', '/OpenAction<</S/JavaScript/JS(app.alert(1))>>/Type /Catalog'),
      'latin1',
    );
    const refused = await browser.form(`/clientes/documentos/${id}/firmar/pdf`, {
      document: fileOf(hostile, 'x.pdf', 'application/pdf'),
    });
    expect(refused.statusCode).toBe(422);
    expect(faultsAt(refused)[0]).toMatchObject({ field: 'document' });
    const text = await browser.form(`/clientes/documentos/${id}/firmar/pdf`, {
      document: fileOf(Buffer.from('hola'), 'x.pdf', 'application/pdf'),
    });
    expect(text.statusCode).toBe(422);
    const none = await browser.form(`/clientes/documentos/${id}/firmar/pdf`, {});
    expect(faultsAt(none)).toEqual([
      { field: 'document', message: 'Por favor, especifique la ruta al archivo a cargar!' },
    ]);
    expect((await desk.read(id)).signers[0]!.state.id).toBe(SIGNER.asked);
  });
});
