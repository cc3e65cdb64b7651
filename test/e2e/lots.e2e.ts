import ExcelJS from 'exceljs';
import { expect } from '@playwright/test';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { checkAxe, checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { freshTest, test } from './support/test.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function fileOf(rows: (string | number)[][]) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Datos');
  for (const row of rows) sheet.addRow(row);
  return { name: 'lotes.xlsx', mimeType: XLSX, buffer: Buffer.from(await book.xlsx.writeBuffer()) };
}

test(
  'lots are imported from Excel: template, a dry run with errors, corrected, imported',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/lotes');
    const project = await page.request
      .get('/api/prices?tipo=lot&per_page=1')
      .then(
        async (answer) =>
          ((await answer.json()) as { data: { project: { name: string } }[] }).data[0]!.project.name,
      );
    await page.getByRole('button', { name: 'Importar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Importar desde Excel' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Descargar la plantilla' }).click();
    expect((await download).suggestedFilename()).toBe('plantilla-lotes.xlsx');

    const rows = (area: number | string) => [
      ['Proyecto', 'Manzana', 'Lote', 'Tipo', 'Área m²', 'Notas del topógrafo'],
      [project, 'ZX', 1, 1, 210],
      [project, 'ZX', 2, 1, area],
    ];
    await page.locator('input[type=file]').setInputFiles(await fileOf(rows('grande')));
    await page.getByRole('button', { name: 'Probar el archivo' }).click();
    await expect(
      page.getByText('Fila 3, columna «Área m²»: escribe un número mayor que cero.'),
    ).toBeVisible();
    const bring = page.getByRole('button', { name: 'Importar 1 fila' });
    await expect(bring).toHaveAttribute('aria-disabled', 'true');
    await checkEverywhere(page, 'importar-prueba');

    await page.getByRole('button', { name: 'Otro archivo' }).click();
    await page.locator('input[type=file]').setInputFiles(await fileOf(rows(190)));
    await page.getByRole('button', { name: 'Probar el archivo' }).click();
    await page.getByRole('button', { name: 'Importar 2 filas' }).click();
    await expect(page.getByText('Importado: 2 filas nuevas y 0 cambiadas.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  },
);

test(
  'a price increase is prepared for a day, previewed and confirmed',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'administrador', '/oficina/precios');
    await expect(page.getByRole('heading', { level: 1, name: 'Precios' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^Precio de/ }).first()).toBeVisible();
    await checkEverywhere(page, 'precios');
    await page.getByRole('button', { name: 'Preparar aumento' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Motivo').fill('Prueba de aumento');
    await drawer.getByLabel('En vigor desde las 00:00 del').fill(showDay(addDays(panamaDay(new Date()), 90)));
    await drawer.getByRole('textbox', { name: 'Porcentaje' }).fill('2');
    await drawer.getByRole('combobox', { name: 'O solo estos modelos' }).click();
    await page.getByRole('listbox', { name: 'O solo estos modelos' }).getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: 'Ver antes y después' }).click();
    await expect(drawer.getByRole('columnheader', { name: 'Después' })).toBeVisible();
    await checkAxe(page, 'form of an increase');
    await drawer.getByRole('button', { name: 'Preparar aumento' }).click();
    const detail = page.getByRole('dialog', { name: 'Prueba de aumento' });
    await detail.getByRole('button', { name: 'Confirmar' }).click();
    await page
      .getByRole('dialog', { name: 'Confirmar el aumento' })
      .getByRole('button', { name: 'Confirmar' })
      .click();
    await expect(detail.getByText(/^Confirmado ·/)).toBeVisible();
    await picture(page, 'aumento');
  },
);

freshTest(
  'models, lots and houses are listed; a model opens in its project; a concurrent change of a lot is reported',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'administrador');
    for (const [name, heading] of [
      ['lotes', 'Lotes'],
      ['viviendas', 'Viviendas'],
      ['modelos', 'Modelos'],
    ] as const) {
      await visit(page, `/oficina/${name}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText('Valle Sereno').nth(1)).toBeVisible();
      await checkEverywhere(page, name);
    }
    await page
      .getByRole('row', { name: /Corotú/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Editar modelo Corotú' })).toBeVisible();
    await expect(page).toHaveURL(/\/oficina\/proyectos\/\d+\?.*tab=modelos/);

    await visit(page, '/oficina/lotes');
    // Click the name: further right is the link of the buyer.
    await page.getByRole('row', { name: /A-03/ }).first().getByText('A-03').click();
    const drawer = page.getByRole('dialog', { name: /^Lote A-03/ });
    await drawer.getByRole('textbox', { name: /^Recargo/ }).fill('1,250');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Área (m²)').fill('333');
    await other.getByRole('button', { name: 'Guardar lote' }).click();
    await expect(other.getByText('Lote guardado.')).toBeVisible();
    await other.close();
    await drawer.getByRole('button', { name: 'Guardar lote' }).click();
    await drawer.getByRole('button', { name: 'Recargar y conservar lo mío' }).click();
    await expect(drawer.getByLabel('Área (m²)')).toHaveValue('333');
    await checkAxe(page, 'a lot that changed meanwhile');
    await drawer.getByRole('button', { name: 'Guardar lote' }).click();
    await expect(page.getByText('Lote guardado.')).toBeVisible();
  },
);
