import { expect } from '@playwright/test';
import { WEBHOOK } from '#contract/care/whatsapp/endpoints.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { hook, signed, textFrom } from '#test/whatsapp.ts';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a stranger writes by WhatsApp; a colleague answers with a quick answer and by voice, later with a template', async ({
  page,
  request,
}) => {
  const tell = async (from: string, text: string, at: Date, name: string) => {
    const data = JSON.stringify(
      hook({
        messages: [textFrom(from, `wamid.${from}.${at.getTime()}`, text, at)],
        contacts: [{ wa_id: from, profile: { name } }],
      }),
    );
    const answer = await request.post(WEBHOOK, {
      data,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed(data) },
    });
    expect(answer.status()).toBe(200);
  };
  const now = Date.now();
  await tell('50761230001', '¿Aún hay casas de dos recámaras?', new Date(now - 60_000), 'Yarelis Gómez');
  await tell('50761230002', 'Me interesa', new Date(now - 50 * HOUR_MS), 'Ramiro Díaz');

  await signIn(page, 'coordinador', '/oficina/chat/respuestas');
  await page.getByRole('button', { name: 'Agregar respuesta' }).click();
  await page.getByRole('textbox', { name: /^Atajo/ }).fill('casas');
  await page
    .getByRole('textbox', { name: /^Respuesta/ })
    .fill('Sí, {nombre}: quedan tres. Te envío los precios.');
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Respuestas rápidas' })).toContainText('/casas');
  await checkEverywhere(page, 'respuestas');
  await page.getByRole('tab', { name: 'Plantillas de WhatsApp' }).click();
  await page.getByRole('button', { name: 'Pedir a WhatsApp' }).click();
  // They arrive with a job: the page shows them by itself.
  await expect(page.getByText('retomar (es)')).toBeVisible();
  await checkEverywhere(page, 'plantillas-whatsapp');
  await page.getByRole('tab', { name: 'Envíos a un grupo' }).click();
  await page.getByRole('button', { name: 'Nuevo envío' }).click();
  await expect(page.getByRole('dialog').getByText(/personas lo reciben/)).toBeVisible();
  await checkEverywhere(page, 'envio');

  await visit(page, '/oficina/chat?bandeja=todas&q=61230001');
  await page.getByRole('list', { name: 'Conversaciones' }).getByText('Yarelis Gómez').click();
  const thread = page.getByRole('log');
  await expect(thread).toContainText('¿Aún hay casas de dos recámaras?');
  await expect(page.getByText('Sale por WhatsApp.')).toBeVisible();
  const composer = page.getByLabel('Mensaje', { exact: true });
  await composer.fill('/cas');
  await page.getByRole('region', { name: 'Respuestas rápidas' }).getByRole('button').click();
  await expect(composer).toHaveValue('Sí, Yarelis: quedan tres. Te envío los precios.');
  await page.keyboard.press('Enter');
  await expect(thread).toContainText('quedan tres');
  await page.getByRole('button', { name: 'Grabar nota de voz' }).click();
  await expect(page.getByRole('timer', { name: 'Grabando' })).toHaveText('0:02');
  await page.getByRole('button', { name: 'Terminar y enviar la nota' }).click();
  await expect(thread.getByLabel(/^nota-de-voz/)).toBeVisible();
  await checkEverywhere(page, 'chat-whatsapp');
  await picture(page, 'chat-whatsapp');

  // The line breaks while a note is recorded: it is sent once, later.
  const notes = thread.getByLabel(/^nota-de-voz/);
  await page.getByRole('button', { name: 'Grabar nota de voz' }).click();
  await expect(page.getByRole('timer', { name: 'Grabando' })).toHaveText('0:01');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Terminar y enviar la nota' }).click();
  await expect(thread.getByRole('alert')).toContainText('No se envió.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(thread.getByRole('alert')).toBeHidden();
  await expect(notes).toHaveCount(2);

  // A note that was under way when the page closed is there again.
  await page.getByRole('button', { name: 'Grabar nota de voz' }).click();
  await expect(page.getByRole('timer', { name: 'Grabando' })).toHaveText('0:02');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Nota de voz sin enviar' })).toBeVisible();
  await page.getByRole('button', { name: 'Descartar la nota guardada' }).click();
  await expect(page.getByRole('button', { name: 'Grabar nota de voz' })).toBeVisible();

  await visit(page, '/oficina/chat?bandeja=todas&q=61230002');
  await page.getByRole('list', { name: 'Conversaciones' }).getByText('Ramiro Díaz').click();
  await expect(page.getByText('Pasaron 24 horas desde su último mensaje')).toBeVisible();
  await page.getByLabel('Lo que se escribe al enviarla').fill('¿sigues interesado?');
  await checkEverywhere(page, 'chat-plantilla');
  await page.getByRole('button', { name: 'Enviar plantilla' }).click();
  await expect(thread).toContainText('Hola, Ramiro: ¿sigues interesado?');

  // The 24 hours end while a colleague types: the text goes into the template.
  await page.clock.install();
  await page.goto('/oficina/chat?bandeja=todas&q=61230001');
  await page.getByRole('list', { name: 'Conversaciones' }).getByText('Yarelis Gómez').click();
  await expect(page.getByText('Sale por WhatsApp.')).toBeVisible();
  await composer.fill('te espero el martes');
  await page.clock.fastForward('24:00:00');
  await expect(page.getByText('Pasaron 24 horas desde su último mensaje')).toBeVisible();
  await expect(page.getByLabel('Lo que se escribe al enviarla')).toHaveValue('te espero el martes');
  await page.getByRole('button', { name: 'Enviar plantilla' }).click();
  await expect(thread).toContainText('Hola, Yarelis: te espero el martes');

  await visit(page, '/oficina/solicitudes-bancarias/correos');
  await checkEverywhere(page, 'correos-bancos');
});
