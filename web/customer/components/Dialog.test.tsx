import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

test('a click outside closes it, a click inside does not', async () => {
  const onHide = vi.fn<() => void>();
  const user = userEvent.setup();
  render(
    <Dialog title="Ubicación" open onHide={onHide}>
      <p>Vía Interamericana</p>
    </Dialog>,
  );
  await user.click(screen.getByText('Vía Interamericana'));
  expect(screen.getByRole('dialog', { name: 'Ubicación' })).not.toBeNull();
  expect(onHide).not.toHaveBeenCalled();

  await user.click(screen.getByRole('dialog'));
  expect(onHide).toHaveBeenCalledTimes(1);
});

test('the parent can close it', () => {
  const onHide = vi.fn<() => void>();
  const { rerender } = render(
    <Dialog title="Fotos" open onHide={onHide}>
      <p>Fachada</p>
    </Dialog>,
  );
  rerender(
    <Dialog title="Fotos" open={false} onHide={onHide}>
      <p>Fachada</p>
    </Dialog>,
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});
