import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { itemsOf, keepItem, type ItemRefusal, type OutboxItem } from '#web/office/lib/outbox/database.ts';
import { renderInFrame } from '../testFrame.tsx';
import { correctable, OutboxRow } from './OutboxRow.tsx';

const AUTHOR = 7;
const refusal = (status: number, code: string): ItemRefusal => ({
  status,
  code,
  message: 'No se pudo.',
  current: null,
});

/** Stores a real item in IndexedDB and renders it. */
async function showItem(patch: Partial<OutboxItem>, sending = false): Promise<OutboxItem> {
  const kept = {
    userId: AUTHOR,
    kind: 'diario',
    key: 'k',
    title: 'Losa',
    typed: null,
    after: null,
    first: null,
    triedAt: null,
    faults: 0,
    refusal: null,
    ...patch,
  };
  const item = { ...kept, id: await keepItem(kept, []) };
  renderInFrame(
    <OutboxRow
      item={item}
      sending={sending}
      actions={correctable(item) && <a href="/oficina/diario">Corregir</a>}
    />,
  );
  return item;
}

describe('a waiting item', () => {
  test('shows its state and cannot be dropped', async () => {
    await showItem({});
    expect(screen.getByText('Por enviar')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
  });

  test('shows that it is being sent', async () => {
    await showItem({}, true);
    expect(screen.getByText('Enviando')).toBeVisible();
  });
});

describe('a refused item', () => {
  test('shows the message and the way to correct it', async () => {
    await showItem({ refusal: refusal(422, 'INVALID') });
    expect(screen.getByRole('alert')).toHaveTextContent('No se pudo.');
    expect(screen.getByRole('link', { name: 'Corregir' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enviar otra vez' })).toBeNull();
  });

  test('can be sent again but not corrected if the server may have saved it', async () => {
    await showItem({ refusal: refusal(500, 'INTERNAL') });
    expect(screen.queryByRole('link', { name: 'Corregir' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Enviar otra vez' })).toBeVisible();
  });

  test('is dropped only after a confirmation', async () => {
    const { id } = await showItem({ refusal: refusal(422, 'INVALID') });
    const there = async () => (await itemsOf(AUTHOR)).some((one) => one.id === id);
    await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(await there()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
    const question = await screen.findByRole('dialog', { name: '¿Descartar Losa?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Descartar' }));
    await expect.poll(there).toBe(false);
  });
});
