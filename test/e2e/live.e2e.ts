import { expect } from '@playwright/test';
import { checkEverywhere, picture, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test(
  'two people have one prospect open: each sees the other, and a change without loading again',
  { tag: '@deep' },
  async ({ browser, page, baseURL }) => {
    await signIn(page, 'coordinador', '/oficina/prospectos');
    await page.getByRole('button', { name: 'Nuevo prospecto' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Nuevo prospecto' });
    await drawer.getByLabel('Nombre completo').fill('Marta En Vivo');
    await drawer.getByLabel('Celular').fill('6999-2002');
    await drawer.getByLabel('Proyecto').selectOption({ index: 1 });
    await drawer.getByRole('button', { name: 'Anotar prospecto' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Marta En Vivo' })).toBeVisible();

    const other = await (
      await browser.newContext({ baseURL: baseURL!, viewport: { width: 1440, height: 900 } })
    ).newPage();
    await signIn(other, 'administrador', new URL(page.url()).pathname);
    await expect(other.getByText('también lo tiene abierto')).toBeVisible();
    await expect(page.getByText('también lo tiene abierto')).toBeVisible();
    await checkEverywhere(page, 'ficha-en-vivo');
    await picture(page, 'ficha-en-vivo');

    await other.getByRole('button', { name: 'Anotar contacto' }).click();
    await other.getByText('Llamada contestada').click();
    await other.getByLabel('Nota').fill('Prefiere la tarde');
    await other.getByRole('dialog').getByRole('button', { name: 'Anotar contacto' }).click();
    await expect(page.getByText('Contactado', { exact: true }).first()).toBeVisible();

    await page.getByRole('button', { name: 'Otras acciones' }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const form = page.getByRole('dialog', { name: 'Editar a Marta En Vivo' });
    await form.getByLabel('Qué busca').fill('Quiere patio grande');
    await other.getByRole('button', { name: 'Otras acciones' }).click();
    await other.getByRole('menuitem', { name: 'Editar' }).click();
    const others = other.getByRole('dialog', { name: 'Editar a Marta En Vivo' });
    await others.getByLabel('N.º de campaña').fill('77');
    await others.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(form.getByText('Esto cambió mientras lo editas.')).toBeVisible();
    await expect(form.getByRole('alert')).toContainText('cambió');
    await picture(page, 'cambio-de-un-colega');
    await form.getByRole('button', { name: 'Recargar y conservar lo mío' }).click();
    await expect(form.getByText('Esto cambió mientras lo editas.')).toBeHidden();
    await expect(form.getByLabel('Qué busca')).toHaveValue('Quiere patio grande');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(form).toBeHidden();

    await other.close();
    await expect(page.getByText('también lo tiene abierto')).toBeHidden();
  },
);
