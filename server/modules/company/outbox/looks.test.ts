import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { MailRow } from '#contract/company/outbox/model.ts';
import type { SaleBuyers } from '#contract/sales/buyers/buyers.ts';
import { signatures } from '#server/modules/legal/signing/signing.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf, makeBuyer } from '#test/buyers.ts';
import { codeTo } from '#test/outbox.ts';
import { fileOf, makePicture, pdfWords } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('a signature’s evidence has who saw the code, when and why; another sale’s evidence does not', async () => {
  const { db } = llave.database;
  const coordinator = await signInAs(llave, 'coordinador');
  const evidence = async (saleId: number) =>
    (await db.select().from(signatures).where(eq(signatures.saleId, saleId)))[0]?.evidence;
  const [signed, papers, panels]: [unknown[], string[], SaleBuyers[]] = [[], [], []];
  for (const looked of [true, false]) {
    const buyer = await makeBuyer(llave, { stateId: 3 });
    const browser = await browserOf(llave, buyer.id);
    await browser.post('/clientes/codigo', { codigo: buyer.code });
    if (looked) {
      const list = await coordinator.get(`/api/outbox?tipo=codigo&q=${buyer.email}`);
      const [mail] = list.json<{ data: MailRow[] }>().data;
      const motivo = 'Está en la sala de ventas y no le abre el correo';
      const look = await coordinator.post(`/api/outbox/${mail!.id}/mirar`, { motivo });
      expect(look.statusCode, look.body).toBe(200);
    }
    const clave = await codeTo(db, buyer.email);
    await browser.post('/clientes/codigo/confirmar', { codigo: buyer.code, clave });
    const answer = await browser.form(`/clientes/firma/${buyer.code}`, {
      origen: 'precontrato',
      signature: fileOf(await makePicture(), 'firma.png'),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    signed.push(await evidence(buyer.id));
    const of = `/api/sale/precontracts/${buyer.id}`;
    papers.push(await pdfWords((await coordinator.get(`${of}/precontrato_firmado.pdf`)).rawPayload));
    panels.push((await coordinator.get(`${of}/buyers`)).json<{ data: SaleBuyers }>().data);
  }
  expect(signed[0]).toMatchObject({
    seenByStaff: [
      {
        by: coordinator.user.name,
        at: llave.clock.now().toISOString(),
        what: 'Código de un solo uso',
        reason: 'Está en la sala de ventas y no le abre el correo',
      },
    ],
  });
  expect(signed[1]).toMatchObject({ seenByStaff: [] });
  for (const part of [
    'Antes de esta firma los abrió personal de la empresa:',
    `21-11-2026 10:00, hora de Panamá: ${coordinator.user.name} vio «Código de un solo uso».`,
    'Motivo: Está en la sala de ventas y no le abre el correo',
  ])
    expect(papers[0]).toContain(part);
  expect(papers[1]).toContain('Nadie de la empresa los abrió antes de esta firma.');
  expect(panels.map(({ buyers }) => buyers[0]!.seen_by_staff.map(({ by }) => by))).toEqual([
    [coordinator.user.name],
    [],
  ]);
});
