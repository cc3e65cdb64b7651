import { expect } from '@playwright/test';
import { checkAxe, checkEverywhere, checkPages, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test(
  'an auditor finds who did what, from one entry to the whole history of a record',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'auditor', '/oficina/auditoria');
    await expect(page.getByRole('heading', { level: 1, name: /Auditoría/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Entradas y salidas' }).click();
    await expect(page).toHaveURL(/que=entro/);
    await visit(page, '/oficina/auditoria?registro=precontrato');
    const first = page.getByRole('row', { name: /Pre-contrato/ }).first();
    await first.getByRole('button').first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Cuándo')).toBeVisible();
    await checkAxe(page, 'line of the audit log');
    await drawer.getByRole('button', { name: 'Todo lo de este registro' }).click();
    await expect(page).toHaveURL(/registro_id=/);
    await expect(drawer).toBeHidden();
  },
);

test('an administrator withdraws a consent on request of the buyer', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'administrador', '/oficina/privacidad?tipo=apc&estado=vigente');
  await page.getByRole('row', { name: /APC/ }).first().getByRole('button').first().click();
  const drawer = page.getByRole('dialog').first();
  await checkAxe(page, 'a consent');
  await drawer.getByRole('button', { name: 'Retirar permiso…' }).click();
  await page.getByLabel('Cómo y cuándo lo pidió').fill('Lo pidió por carta el 20 de noviembre');
  await page.getByRole('button', { name: 'Retirar permiso', exact: true }).click();
  await expect(page.getByText('Permiso retirado.')).toBeVisible();
});

checkPages('audit and privacy', [
  '/oficina/auditoria',
  '/oficina/privacidad',
  '/oficina/privacidad?ver=entregas',
]);

test('anybody asks for a right about their data, and reads what comes next', async ({ page }) => {
  await page.goto('/privacidad');
  await checkEverywhere(page, 'privacidad');
  await page.getByLabel('Qué pides').selectOption('acceso');
  await page.getByLabel('Cuéntanos').fill('Quiero saber qué datos tienen.');
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page.getByText('Escribe tu cédula, pasaporte o RUC.').first()).toBeVisible();
  await page.getByLabel('Cédula, pasaporte o RUC').fill('8-999-9999');
  await page.getByLabel('Celular o correo que nos diste').fill('nadie@llave.test');
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page).toHaveURL(/privacidad\/recibida/);
  await checkEverywhere(page, 'privacidad-recibida');
});
