import { expect } from '@playwright/test';
import type { SurveyRow } from '#contract/care/survey/model.ts';
import { checkAxe, checkPages, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

checkPages('satisfaction and lists by mail', [
  '/oficina/satisfaccion',
  '/oficina/satisfaccion?por=mes&notas=detractores',
  '/oficina/listas-por-correo',
]);

test(
  'after-sales calls a family that gave a low score, notes what it said, and management reads it',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'postventa');
    const answer = await page.request.get('/api/care/surveys?llamada=pendiente');
    const { data } = (await answer.json()) as { data: SurveyRow[] };
    const family = data[0]!;
    const task = page.getByRole('button', { name: `Anotar: ${family.person.name} · ${family.project.name}` });
    await page.getByText(/^Familias por llamar/).click();
    await task.first().click();
    const drawer = page.getByRole('dialog', { name: `Respuesta de ${family.person.name}` });
    await expect(drawer.getByText(`${family.score} de 10`)).toBeVisible();
    await checkAxe(page, 'an answer over the home page');
    await drawer.getByRole('button', { name: 'Anotar la llamada' }).click();
    const asking = page.getByRole('dialog', { name: 'Anotar la llamada' });
    await asking.getByRole('textbox', { name: 'Qué dijo la familia' }).fill('Pidió otra visita el lunes');
    await asking.getByRole('button', { name: 'Anotar la llamada' }).click();
    await expect(task).toHaveCount(data.filter(({ person }) => person.id === family.person.id).length - 1);

    await signIn(page, 'gerencia', '/oficina/satisfaccion?llamada=hecha');
    await page
      .getByRole('row', { name: new RegExp(family.person.name) })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText('Pidió otra visita el lunes')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Anotar la llamada' })).toHaveCount(0);
    await picture(page, 'satisfaccion-respuesta');
  },
);

test(
  'management goes from a figure to its answers, and has the list sent by mail',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'gerencia');
    const session = (await (await page.request.get('/api/user')).json()) as { data: { name: string } };
    const me = session.data.name;
    const service = page.getByRole('region', { name: 'Servicio' });
    await expect(service.getByText('Tickets abiertos')).toBeVisible();
    await service.getByRole('link', { name: /NPS de 90 días/ }).click();
    await page.waitForURL('**/oficina/satisfaccion?**');
    await page.getByText('Por mes', { exact: true }).click();
    const month = page
      .getByRole('table', { name: 'Por mes' })
      .getByRole('link', { name: / de 2\d\d\d$/ })
      .first();
    await month.click();
    await page.waitForURL('**desde=*-01&**');
    const list = page.getByRole('table', { name: 'Respuestas' });
    await expect(list.getByRole('row').nth(1)).toBeVisible();

    await page.getByRole('button', { name: 'Exportar' }).last().click();
    await page.getByRole('menuitem', { name: 'Programar por correo' }).click();
    const form = page.getByRole('dialog', { name: 'Programar por correo' });
    await form.getByLabel('Título').fill('Respuestas de cada mes');
    await form.getByRole('combobox', { name: 'Para' }).click();
    await form.getByRole('option', { name: me }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Programar' }).click();
    await expect(form).toBeHidden();

    await visit(page, '/oficina/listas-por-correo');
    const row = page.getByRole('row', { name: /Respuestas de cada mes/ });
    await expect(row).toContainText('cada lunes a las 07:00');
    await expect(page.getByRole('row', { name: /Cuellos de botella de la semana/ })).toBeVisible();
    await row.click();
    await expect(page.getByRole('dialog').getByText('Aún no ha salido.')).toBeVisible();
    await picture(page, 'listas-por-correo');
  },
);
