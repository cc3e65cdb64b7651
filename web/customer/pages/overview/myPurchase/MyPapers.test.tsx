import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PaperSlot } from '#contract/sales/purchase/pages.ts';
import { MyPapers } from './MyPapers.tsx';
import { PapersContext, type Papers } from '#web/customer/pages/sales/purchase/usePapers.ts';

const slot = (over: Partial<PaperSlot>): PaperSlot => ({
  field: 'ficha',
  position: 0,
  label: 'Ficha de Seguro Social',
  required: true,
  state: 'cargado',
  stateLabel: 'Cargado',
  open: true,
  renewBefore: null,
  file: { name: 'ficha.pdf', size: 10, mime: 'application/pdf', url: '/archivos/1' },
  reason: null,
  expiresOn: null,
  attachedText: '',
  ...over,
});
const rejected = { field: 'recibo', label: 'Recibo', state: 'rechazado', reason: 'Está borroso.' } as const;
const missing = { field: 'archivo_cedula', label: 'Cédula', state: 'pendiente', file: null } as const;
const show = (slots: PaperSlot[], withheld = false) => {
  const papers: Papers = {
    slots,
    uploads: new Map(),
    queue: null,
    choose: () => Promise.resolve(true),
    settled: () => Promise.resolve([]),
    remove: async () => undefined,
    has: () => false,
  };
  return render(
    <PapersContext value={papers}>
      <MyPapers codeDue={false} onCode={() => undefined} withheld={withheld} />
    </PapersContext>,
  );
};
const inputs = ({ container }: ReturnType<typeof show>) =>
  container.querySelectorAll('input[type=file]').length;

test('every open document can be uploaded: those to send stand first, the sent ones are folded', () => {
  const shown = show([slot({}), slot(rejected), slot(missing)]);
  const fields = [...shown.container.querySelectorAll('fieldset')];
  expect(fields.map((one) => one.querySelector('p')?.textContent)).toEqual([
    'Recibo',
    'Cédula',
    'Ficha de Seguro Social',
  ]);
  expect(fields.map((one) => one.closest('details') !== null)).toEqual([false, false, true]);
  expect(screen.getByText('Ver el documento que enviaste')).toBeVisible();
  expect(inputs(shown)).toBe(6);
});

test('an approved document that expires before the bank answers is required again, with its day', () => {
  const renewing = { state: 'aprobado', stateLabel: 'Aprobado', renewBefore: '2026-12-03' } as const;
  show([slot({}), slot({ ...renewing, field: 'carta_trabajo', label: 'Carta de trabajo' })]);
  expect(document.querySelector('fieldset')).toHaveTextContent('Carta de trabajo');
  expect(screen.getByText(/Al banco le sirve hasta el .*: envía uno más reciente\./)).toBeVisible();
  expect(screen.queryByText('Ya tenemos todos tus documentos.')).toBeNull();
});

test('after the end of the purchase, sent files can be seen and nothing can be uploaded', () => {
  const closed = { open: false };
  const shown = show([slot(closed), slot({ ...rejected, ...closed }), slot({ ...missing, ...closed })]);
  expect(screen.getByText('Ya tenemos todos tus documentos.')).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Ver/ })).toHaveLength(2);
  expect(screen.queryByText('Cédula')).toBeNull();
  expect(inputs(shown)).toBe(0);
});

test('without any open or sent document there is no section', () => {
  show([slot({ ...missing, open: false })]);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('without the data consent nothing can be uploaded, and the page says where to give the consent', () => {
  const shown = show([slot(rejected), slot(missing)], true);
  expect(inputs(shown)).toBe(0);
  expect(screen.getByRole('link', { name: 'aceptes el uso de tus datos' })).toHaveAttribute(
    'href',
    '#permisos',
  );
});
