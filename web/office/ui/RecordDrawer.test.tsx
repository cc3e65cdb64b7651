import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { besideOf, RecordDrawer } from './RecordDrawer.tsx';
import { renderInFrame } from './testFrame.tsx';

const onGo = vi.fn<(id: number) => void>();
beforeEach(() => onGo.mockReset());

const rows = [{ id: 7 }, { id: 3 }, { id: 9 }];
const show = (id: number, error: Error | null = null) =>
  renderInFrame(
    <RecordDrawer
      title="Pago"
      onClose={() => undefined}
      record={error ? undefined : { id }}
      error={error}
      beside={besideOf(rows, id, onGo)}
    >
      {(one) => <TextInput label={`Nota de ${one.id}`} />}
    </RecordDrawer>,
  );

it('J and K open the next and previous rows, but not while the user types', async () => {
  const user = userEvent.setup();
  show(3);
  await user.keyboard('j');
  expect(onGo).toHaveBeenLastCalledWith(9);
  await user.keyboard('k');
  expect(onGo).toHaveBeenLastCalledWith(7);
  await user.type(screen.getByLabelText('Nota de 3'), 'jkjk');
  expect(onGo).toHaveBeenCalledTimes(2);
});

it('J and K stop at the ends of the list', async () => {
  const user = userEvent.setup();
  show(9);
  expect(screen.getByRole('button', { name: 'Siguiente (J)' })).toBeDisabled();
  await user.keyboard('j');
  expect(onGo).not.toHaveBeenCalled();
});

it('shows the load error, and J and K still work', async () => {
  const user = userEvent.setup();
  show(3, new Error('No existe.'));
  expect(screen.getByRole('alert')).toBeVisible();
  await user.keyboard('j');
  expect(onGo).toHaveBeenLastCalledWith(9);
});
