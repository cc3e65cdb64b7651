import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ReviewPane } from './ReviewPane.tsx';
import { renderInFrame } from './testFrame.tsx';

const onApprove = vi.fn<() => void>();
const onReject = vi.fn<() => void>();
beforeEach(() => {
  onApprove.mockReset();
  onReject.mockReset();
});

const show = (whyNotApprove: string | null, busy = false) =>
  renderInFrame(
    <ReviewPane
      paper={{ url: '/cedula.png', mime: 'image/png', name: 'cedula.png' }}
      approve={{ label: 'Aprobar', whyNot: whyNotApprove, onRun: onApprove }}
      reject={{ label: 'Rechazar', whyNot: null, onRun: onReject }}
      busy={busy}
    >
      <TextInput label="Número" />
    </ReviewPane>,
  );

it('A approves and R rejects, but not while the user types', async () => {
  const user = userEvent.setup();
  show(null);
  await user.keyboard('ar');
  expect(onApprove).toHaveBeenCalledOnce();
  expect(onReject).toHaveBeenCalledOnce();
  await user.type(screen.getByLabelText('Número'), 'arar');
  expect(onApprove).toHaveBeenCalledOnce();
  expect(onReject).toHaveBeenCalledOnce();
});

it('shows why an approval is disabled, and does not approve', async () => {
  const user = userEvent.setup();
  show('Escribe la fecha de emisión.');
  const approve = screen.getByRole('button', { name: /Aprobar/ });
  expect(approve).toHaveAccessibleDescription('Escribe la fecha de emisión.');
  await user.click(approve);
  await user.keyboard('a');
  expect(onApprove).not.toHaveBeenCalled();
});

it('ignores a second decision while one is in progress', async () => {
  const user = userEvent.setup();
  show(null, true);
  await user.keyboard('ar');
  expect(onApprove).not.toHaveBeenCalled();
  expect(onReject).not.toHaveBeenCalled();
});
