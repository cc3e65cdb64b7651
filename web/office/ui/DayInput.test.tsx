import { useForm } from '@mantine/form';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DayInput } from './DayInput.tsx';
import { FormDrawer } from './FormDrawer.tsx';
import { renderInFrame } from './testFrame.tsx';

function Page() {
  const form = useForm({
    initialValues: { day: '2026-11-20' },
    validateInputOnBlur: true,
    validate: { day: (day) => (day ? null : 'Escribe la fecha.') },
  });
  return (
    <FormDrawer
      title="Ausencia"
      opened
      onClose={() => undefined}
      form={form}
      loading={false}
      submitError={null}
      submitLabel="Guardar"
      onSubmit={() => undefined}
    >
      <DayInput label="Desde" {...form.getInputProps('day')} />
    </FormDrawer>
  );
}
const calendar = () => screen.queryByRole('button', { name: 'Mes anterior' });

test('initial focus in a drawer does not open the calendar; a click does', async () => {
  const user = userEvent.setup();
  renderInFrame(<Page />);
  const input = screen.getByLabelText('Desde');
  await waitFor(() => expect(input).toHaveFocus());
  expect(calendar()).toBeNull();
  await user.click(input);
  expect(await screen.findByRole('button', { name: 'Mes anterior' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '13 noviembre 2026' }));
  expect(input).toHaveValue('13-11-2026');
  await waitFor(() => expect(calendar()).toBeNull());
  await user.click(input);
  expect(await screen.findByRole('button', { name: 'Mes anterior' })).toBeVisible();
});

test('typing opens the calendar, blur closes it and checks the day, and a new focus leaves it closed', async () => {
  const user = userEvent.setup();
  renderInFrame(<Page />);
  const input = screen.getByLabelText('Desde');
  await waitFor(() => expect(input).toHaveFocus());
  await user.clear(input);
  expect(await screen.findByRole('button', { name: 'Mes anterior' })).toBeVisible();
  await user.tab();
  expect(input).toHaveAccessibleDescription('Escribe la fecha.');
  await waitFor(() => expect(calendar()).toBeNull());
  await user.tab({ shift: true });
  expect(input).toHaveFocus();
  expect(calendar()).toBeNull();
});
