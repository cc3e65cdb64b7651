import { expect } from '@playwright/test';
import { panamaDay } from '#contract/dates.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

interface Line {
  id: number;
  event: string;
  person: { id: number };
  reverse: boolean;
  neto_centavos: number;
  sale: { id: number };
}
interface Due {
  id: number;
  sale: { id: number };
  due_centavos: number;
}

test(
  'a confirmed separation releases a commission, which is prepared, approved by another user and paid',
  { tag: '@deep' },
  async ({ page, openAs }) => {
    await signIn(page, 'contabilidad');
    const all = async <R>(url: string) => (await callAs<{ data: R[] }>(page, 'GET', url)).data;
    const planned = await all<Line>('/api/sale/commissions?estado_id=1&per_page=100');
    const reported = await all<Due>('/api/sale/costumer_payments?estado_id=2&per_page=100');
    const dueOf = (line: Line) => reported.find((one) => one.sale.id === line.sale.id);
    // Skip people with a debt from an ended sale: it could be deducted from the whole part.
    const owing = (await all<Line>('/api/sale/commissions?per_page=200'))
      .filter(({ reverse, neto_centavos }) => reverse && neto_centavos < 0)
      .map(({ person }) => person.id);
    const line = planned.find(
      (one) => one.event === 'separacion' && dueOf(one) && !owing.includes(one.person.id),
    )!;
    const due = dueOf(line)!;
    const payment = `/api/sale/costumer_payments/${due.id}/status`;
    await callAs(page, 'PATCH', payment, { params: { estado_id: 3 } });
    await callAs(page, 'PATCH', payment, {
      params: {
        estado_id: 4,
        banco_id: 1,
        referencia: `COM-${Date.now()}`,
        fecha: panamaDay(new Date()),
        monto: (due.due_centavos / 100).toFixed(2),
        tipo: 1,
      },
    });

    await visit(page, '/oficina/comisiones?estado_id=2');
    await expect(page.getByRole('row').nth(1)).toContainText('Liberada');
    await checkEverywhere(page, 'comisiones');
    await picture(page, 'comisiones');
    await visit(page, `/oficina/comisiones?comision=${line.id}`);
    const card = page.getByRole('dialog', { name: /^Comisión de/ });
    await card.getByRole('button', { name: 'Preparar el pago' }).click();
    await expect(card.getByText('Preparada', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: /^Aprobar/ })).toHaveAccessibleDescription(
      'Quien preparó el pago no puede aprobarlo: pídelo a otra persona.',
    );
    await checkEverywhere(page, 'comision');

    const manager = await openAs('gerencia', '/oficina/comisiones?estado_id=3');
    await manager.getByRole('checkbox', { name: /^Elegir todas/ }).check();
    await manager
      .getByRole('region', { name: 'Filas elegidas' })
      .getByRole('button', { name: 'Aprobar' })
      .click();
    await expect(
      manager.getByText(/^Hecho en/).or(manager.getByText('Qué pasó con cada fila')),
    ).toBeVisible();

    await page.reload();
    await card.getByRole('button', { name: 'Registrar el pago' }).click();
    const pay = page.getByRole('dialog', { name: /^Pagar USD/ });
    await pay.getByRole('button', { name: 'Registrar pago' }).click();
    await expect(pay.getByText('Escribe el número de la transferencia.').first()).toBeVisible();
    await pay.getByLabel('Número de la transferencia').fill(`ACH-${line.id}`);
    await pay.getByRole('button', { name: 'Registrar pago' }).click();
    await expect(card.getByText('Pagada', { exact: true })).toBeVisible();

    await visit(page, '/oficina/comisiones?ver=personas');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await checkEverywhere(page, 'comisiones-por-persona');
  },
);
