import { Button, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { DayInput } from './DayInput.tsx';
import { ReviewPane } from './ReviewPane.tsx';
import { renderInFrame } from './testFrame.tsx';

const onApprove = vi.fn<() => void>();
const onReject = vi.fn<() => void>();
const onRefused = vi.fn<() => void>();
beforeEach(() => {
  onApprove.mockReset();
  onReject.mockReset();
  onRefused.mockReset();
});

const show = (whyNotApprove: string | null, busy = false) =>
  renderInFrame(
    <ReviewPane
      paper={{ url: '/cedula.png', mime: 'image/png', name: 'cedula.png' }}
      approve={{ label: 'Aprobar', whyNot: whyNotApprove, onRun: onApprove, onRefused }}
      reject={{ label: 'Rechazar', whyNot: null, onRun: onReject }}
      busy={busy}
      whole
    >
      <TextInput label="Número" />
      <DayInput label="Fecha de emisión" value="" onChange={() => {}} data-autofocus />
      <Button>Otra cosa</Button>
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

it('focuses the date; there Enter approves, and A and R decide instead of being typed', async () => {
  const user = userEvent.setup();
  show(null);
  const date = screen.getByLabelText('Fecha de emisión');
  expect(date).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onApprove).toHaveBeenCalledTimes(1);
  await user.keyboard('ar');
  expect(onApprove).toHaveBeenCalledTimes(2);
  expect(onReject).toHaveBeenCalledOnce();
  expect(date).toHaveValue('');
});

it('Ctrl+Enter approves from any field, and Enter on another button does only what that button does', async () => {
  const user = userEvent.setup();
  show(null);
  await user.type(screen.getByLabelText('Número'), '8-712{Control>}{Enter}{/Control}');
  expect(onApprove).toHaveBeenCalledOnce();
  screen.getByRole('button', { name: 'Otra cosa' }).focus();
  await user.keyboard('{Enter}');
  expect(onApprove).toHaveBeenCalledOnce();
});

it('Enter on a refused approval leads to the field, and Enter held down approves nothing more', async () => {
  const user = userEvent.setup();
  show('Escribe la fecha de emisión.');
  await user.keyboard('{Enter}');
  expect(onRefused).toHaveBeenCalledOnce();
  await user.keyboard('{Enter>3/}');
  expect(onRefused).toHaveBeenCalledTimes(2);
  expect(onApprove).not.toHaveBeenCalled();
});
