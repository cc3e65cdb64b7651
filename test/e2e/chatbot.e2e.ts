import { expect } from '@playwright/test';
import { checkEverywhere, picture, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test(
  'support trains the chatbot, tries it, adds a test and publishes',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'soporte', '/oficina/chatbot');
    await expect(page.getByText('Folleto Residencial Valle Sereno')).toBeVisible();
    await checkEverywhere(page, 'chatbot');
    await picture(page, 'chatbot');
    await page.getByRole('button', { name: 'Entrenar' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Agregar pregunta' }).click();
    await drawer.getByLabel('Pregunta 1').fill('¿Se pueden poner paneles solares?');
    await drawer.getByLabel('Respuesta 1').fill('Sí, con permiso del comité de arquitectura.');
    await checkEverywhere(page, 'chatbot-entrenar');
    await drawer.getByRole('button', { name: 'Entrenar' }).click();
    await expect(page.getByText('Recibimos la fuente.')).toBeVisible();
    await expect(page.getByRole('row', { name: /paneles solares/ })).toContainText('Listo');

    await page.getByRole('tab', { name: 'Probar' }).click();
    await page.getByRole('textbox', { name: 'Pregunta' }).fill('¿puedo instalar paneles solares?');
    await page.getByRole('button', { name: 'Preguntar' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'comité' })).toBeVisible();
    await checkEverywhere(page, 'chatbot-probar');
    await picture(page, 'chatbot-probar');

    await page.getByRole('tab', { name: 'Pruebas' }).click();
    await page.getByRole('button', { name: 'Correr las pruebas' }).click();
    await expect(page.getByText(/Pasan las \d+ pruebas/)).toBeVisible();
    await checkEverywhere(page, 'chatbot-pruebas');

    await page.getByRole('tab', { name: 'Preguntas sin respuesta' }).click();
    await checkEverywhere(page, 'chatbot-sin-respuesta');
    await page.getByRole('tab', { name: 'Cuándo responde' }).click();
    await checkEverywhere(page, 'chatbot-reglas');

    await page.getByRole('tab', { name: 'Versiones' }).click();
    await page.getByRole('button', { name: 'Publicar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click();
    await expect(page.getByText('La tiene el público')).toBeVisible();
    await expect(page.getByText('El público tiene todo lo del borrador')).toBeVisible();
    await checkEverywhere(page, 'chatbot-versiones');
    await picture(page, 'chatbot-versiones');
  },
);
