import { expect } from '@playwright/test';
import { checkAxe, checkPages, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test('a project manager sets team and bank, and closes a week', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'proyectos', '/oficina/proyectos/2?tab=equipo');
  const drawer = page.getByRole('dialog');

  const role = page.getByLabel('Función de Omar Saavedra en el proyecto');
  await role.selectOption('Inspección');
  await expect(page.getByText('Función guardada.')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar a Lizbeth Morales del equipo' }).click();
  await expect(drawer.getByText(/Tiene \d+ ventas? abiertas? aquí/)).toBeVisible();
  await checkAxe(page, 'leaving a team with open sales');
  await drawer.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Quitar a Dayra Espino del equipo' }).click();
  await drawer.getByRole('button', { name: 'Quitar del equipo' }).click();
  await expect(page.getByText('Dayra Espino ya no está en el equipo.')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar persona' }).click();
  await drawer.getByRole('combobox', { name: 'Persona' }).fill('Dayra');
  await page.getByRole('option', { name: /Dayra Espino/ }).click();
  await checkAxe(page, 'form of a team member');
  await drawer.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(page.getByLabel('Función de Dayra Espino en el proyecto')).toBeVisible();

  await page.getByRole('tab', { name: 'Bancos' }).click();
  await page.getByRole('button', { name: 'Agregar banco' }).click();
  await drawer.getByRole('combobox', { name: 'Banco' }).selectOption('Banistmo');
  await checkAxe(page, 'form of a bank');
  await drawer.getByRole('button', { name: 'Agregar banco' }).click();
  await page.getByRole('button', { name: 'Agregar ejecutivo de Banistmo' }).click();
  await drawer.getByLabel('Nombre').fill('Querube Solís');
  await drawer.getByLabel('Teléfono').fill('12');
  await drawer.getByLabel('Correo').fill('querube@banco.example');
  await expect(drawer.getByText(/Celular inválido/)).toBeVisible();
  await drawer.getByLabel('Teléfono').fill('6123-4567');
  await checkAxe(page, 'form of an executive');
  await drawer.getByRole('button', { name: 'Agregar ejecutivo' }).click();
  await expect(page.getByRole('link', { name: '+507 6123-4567' })).toBeVisible();

  await page.getByRole('tab', { name: 'Semanas' }).click();
  const close = page.getByRole('button', { name: /^Cerrar Semana/ }).nth(1);
  const week = ((await close.getAttribute('aria-label')) ?? '').replace('Cerrar ', '');
  await close.click();
  await drawer.getByRole('button', { name: 'Cerrar semana' }).click();
  await page.getByRole('button', { name: `Reabrir ${week}` }).click();
  await drawer.getByRole('button', { name: 'Reabrir semana' }).click();
  await expect(drawer.getByText('Escribe el motivo para continuar.')).toBeVisible();
  await expect(page.getByText(/^(Ejecutivo agregado|Semana cerrada)\.$/)).toHaveCount(0);
  await checkAxe(page, 'reason to reopen a week');
  await drawer.getByRole('button', { name: 'Se cerró por error' }).click();
  await drawer.getByRole('button', { name: 'Reabrir semana' }).click();
  await expect(page.getByText(/^La reabrió .*: Se cerró por error$/)).toBeVisible();
});

test(
  'an accountant adds an account and makes it the one that buyers pay into',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'contabilidad', '/oficina/cuentas-bancarias');
    await page.getByRole('button', { name: 'Nueva cuenta' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Nombre').fill('Fideicomiso San Roque');
    await drawer.getByRole('combobox', { name: 'Banco' }).selectOption('Banistmo');
    await drawer.getByLabel('Número').fill('0115-22-338');
    await drawer.getByRole('combobox', { name: 'Tipo de cuenta' }).selectOption('Fideicomiso');
    await drawer.getByRole('button', { name: 'Agregar cuenta' }).click();
    await expect(drawer.getByText('Elige uno de la lista.')).toBeVisible();
    await drawer.getByRole('combobox', { name: 'Para qué se usa' }).selectOption('Fiduciaria');
    await drawer.getByLabel('Titular').fill('Fiduciaria del Istmo, S.A.');
    await checkAxe(page, 'form of a bank account');
    await drawer.getByRole('button', { name: 'Agregar cuenta' }).click();
    await expect(page.getByRole('row', { name: /Fideicomiso San Roque.*Banistmo/ })).toBeVisible();

    await visit(page, '/oficina/proyectos/2?tab=cuentas');
    await page.getByRole('button', { name: 'Cambiar cuentas' }).click();
    await drawer.getByRole('combobox', { name: 'Cuentas' }).fill('Fideicomiso');
    await page.getByRole('option', { name: /Fideicomiso San Roque/ }).click();
    await page.keyboard.press('Tab');
    await drawer
      .getByLabel('Los compradores pagan a')
      .selectOption({ label: 'Fideicomiso San Roque (Banistmo, Fiduciaria, 0115-22-338)' });
    await checkAxe(page, 'accounts of a project');
    await drawer.getByRole('button', { name: 'Guardar cuentas' }).click();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: 'Fideicomiso San Roque' })
        .getByText('Pagan los compradores'),
    ).toBeVisible();
  },
);

test('a weather reading is recorded on a phone', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'proyectos', '/oficina/clima');
  const drawer = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Anotar lectura de Residencial Valle Sereno' }).click();
  await drawer.getByRole('button', { name: 'Anotar lectura' }).click();
  await expect(drawer.getByText('Escribe la temperatura en grados.')).toBeVisible();
  await drawer.getByLabel('Temperatura').fill('31.5');
  await drawer.getByLabel('Lluvia de hoy').fill('14');
  await drawer.getByRole('combobox', { name: 'Cómo está el tiempo' }).fill('Chubascos');
  await page.keyboard.press('Tab');
  await checkAxe(page, 'a reading');
  await drawer.getByRole('button', { name: 'Anotar lectura' }).click();
  await expect(page.getByText('31.5 °C')).toBeVisible();
  await expect(page.getByText(/tomada en la obra/)).toBeVisible();
});

const PAGES = [
  '/oficina/proyectos/1?tab=bancos',
  '/oficina/proyectos/1?tab=cuentas',
  '/oficina/proyectos/1?tab=semanas',
  '/oficina/proyectos/1?tab=programacion',
  '/oficina/proyectos/1?tab=clima',
  '/oficina/clima',
  '/oficina/cuentas-bancarias',
  '/oficina/cuentas-bancarias?cuenta=1',
] as const;

checkPages('the pages of projects', PAGES);
