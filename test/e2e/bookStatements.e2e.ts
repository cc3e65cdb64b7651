import { expect } from '@playwright/test';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test(
  'the statements: each tab is drawn well, and the journal’s file asks for its company',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'contabilidad', '/oficina/estados-financieros');
    await expect(page.getByRole('heading', { name: 'Estados financieros' })).toBeVisible();
    await checkEverywhere(page, 'estados-financieros');
    await page.getByRole('tab', { name: 'Balance general' }).click();
    await expect(page.getByText('Total pasivo y patrimonio')).toBeVisible();
    await checkEverywhere(page, 'balance-general');
    await visit(page, '/oficina/estados-financieros?ver=contador');
    await expect(page.getByText('Elige la empresa').first()).toBeVisible();
    // A format of one's own, with the journal's newest lines as it writes them.
    await page.getByRole('button', { name: 'Formato nuevo' }).click();
    const drawer = page.getByRole('dialog', { name: 'Formato nuevo' });
    const name = `Programa ${Date.now()}`;
    await drawer.getByRole('textbox', { name: 'Nombre' }).fill(name);
    await drawer.getByRole('combobox', { name: 'Separador' }).selectOption('Barra');
    await drawer.getByRole('button', { name: 'Agregar columna' }).click();
    await drawer.getByRole('combobox', { name: 'Lleva 2' }).selectOption('debe');
    await drawer.getByRole('textbox', { name: 'Título 2' }).fill('Débito');
    await expect(drawer.getByLabel('Primeras líneas del archivo')).toContainText('Fecha|Débito');
    await expect(drawer.getByLabel('Primeras líneas del archivo')).toContainText(
      /\d{2}\/\d{2}\/\d{4}\|\d+\.\d{2}/,
    );
    await checkEverywhere(page, 'formato-del-diario');
    await picture(page, 'formato-del-diario');
    await drawer.getByRole('button', { name: 'Guardar formato' }).click();
    await expect(page.getByText(name)).toBeVisible();
    // A figure of a house opens the lines that it adds up.
    await visit(page, '/oficina/estados-financieros?ver=viviendas');
    await page.getByRole('link', { name: /^USD/ }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: / de (la|una) vivienda/ })).toBeVisible();
    await visit(page, '/oficina/estados-financieros?ver=resultados');
    await checkEverywhere(page, 'estado-de-resultados');
  },
);
