import { expect } from '@playwright/test';
import { checkAxe, checkPages, picture, signIn } from './support/pages.ts';
import { test } from './support/test.ts';
import { makePdf } from '../papers.ts';

test(
  'a missing permit is begun from the table, waits for its plan, is presented and approved, and its houses go on',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'permisos', '/oficina/permisos?ver=modelo&proyecto_id=1');
    const table = page.getByRole('table', { name: 'Permisos por modelo' });
    await expect(table.getByText('Obra detenida').first()).toBeVisible();
    await checkAxe(page, 'permits by model');
    await picture(page, 'permisos-por-modelo');

    // The construction permit of the second model expired, and waits for its plans.
    await table.getByRole('button', { name: /^Permiso de construcción de Corotú: Vencido/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Permiso de construcción' });
    await expect(drawer.getByText(/^Detiene la obra de \d+ viviendas?$/)).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Ingresar' })).toHaveAttribute('aria-disabled', 'true');
    await checkAxe(page, 'a permit that waits');
    await picture(page, 'permiso');
    await drawer.getByRole('link', { name: /^Anteproyecto y planos/ }).click();

    // What the authority asked for is presented again, and approved with its paper.
    const plans = page.getByRole('dialog', { name: /^Anteproyecto y planos/ });
    await expect(plans.getByText('Piden la memoria de cálculo', { exact: false }).first()).toBeVisible();
    await plans.getByRole('button', { name: 'Ingresar' }).click();
    const enter = page.getByRole('dialog', { name: 'Ingresar' });
    await enter.getByRole('button', { name: 'Ingresar' }).click();
    await expect(enter).toHaveCount(0);
    await plans
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'resolucion.pdf', mimeType: 'application/pdf', buffer: makePdf() });
    await expect(plans.getByRole('link', { name: 'resolucion.pdf' })).toBeVisible();
    await plans.getByRole('button', { name: 'Aprobar' }).click();
    const approve = page.getByRole('dialog', { name: 'Aprobar' });
    await approve.getByLabel('Número del permiso').fill('DOYC-AP-1301');
    await checkAxe(page, 'approving a permit');
    await approve.getByRole('button', { name: 'Aprobar' }).click();
    await expect(approve).toHaveCount(0);
    await expect(plans.getByText('Aprobado', { exact: true }).first()).toBeVisible();
  },
);

test(
  'a version of a plan is drawn with a sheet and put in force; the one before stays readable',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'permisos', '/oficina/planos');
    await page
      .getByRole('button', { name: /Plano Panamá/ })
      .or(page.getByRole('row', { name: /Plano Panamá/ }))
      .first()
      .click();
    const plan = page.getByRole('dialog', { name: 'Plano Panamá' });
    await plan.getByRole('button', { name: 'Nueva versión' }).click();
    const form = page.getByRole('dialog', { name: 'Nueva versión' });
    await form.getByLabel('Qué cambia').fill('Cochera para dos autos');
    await form.getByRole('button', { name: 'Crear borrador' }).click();
    const draft = plan.getByRole('region', { name: 'Versión 2' });
    await draft.getByRole('button', { name: 'Agregar lámina' }).click();
    const sheet = page.getByRole('dialog', { name: 'Agregar lámina' });
    await sheet.getByLabel('Disciplina').selectOption('Arquitectura');
    await sheet
      .locator('input[type="file"]')
      .setInputFiles({ name: 'A-1.pdf', mimeType: 'application/pdf', buffer: makePdf() });
    await sheet.getByRole('button', { name: 'Agregar lámina' }).click();
    await expect(draft.getByRole('link', { name: 'A-1.pdf' })).toBeVisible();
    await checkAxe(page, 'a plan with a draft');
    await picture(page, 'plano');
    await draft.getByRole('button', { name: 'Poner en vigor' }).click();
    await expect(draft.getByText('En vigor', { exact: true })).toBeVisible();
    await expect(plan.getByRole('region', { name: 'Versión 1' }).getByText('Reemplazada')).toBeVisible();
  },
);

checkPages('permits', [
  '/oficina/permisos',
  '/oficina/permisos?ver=modelo',
  '/oficina/permisos?ver=vivienda',
  '/oficina/permisos?abrir=nuevo',
  '/oficina/permisos?abrir=varios',
  '/oficina/permisos?permiso=1',
  '/oficina/planos',
  '/oficina/planos?plano=1',
  '/oficina/viviendas?vivienda=1',
]);
