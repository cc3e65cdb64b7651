import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DayInput } from './DayInput.tsx';
import { FormDrawer } from './FormDrawer.tsx';
import { MoneyInput } from './MoneyInput.tsx';
import { NumberField } from './NumberField.tsx';
import { renderInFrame } from './testFrame.tsx';

const saved = vi.fn<(values: unknown) => void>();
beforeEach(() => saved.mockClear());

interface Values {
  penalty: number | string;
  day: string;
  amount: number | null;
}

function Page() {
  const form = useForm<Values>({ initialValues: { penalty: 5, day: '2026-11-20', amount: null } });
  return (
    <FormDrawer
      title="Devolución"
      opened
      onClose={() => undefined}
      form={form}
      loading={false}
      submitError={null}
      submitLabel="Guardar"
      onSubmit={saved}
    >
      <NumberField label="Penalidad" suffix=" %" min={0} max={10} {...form.getInputProps('penalty')} />
      <DayInput label="Pagada el" maxDate="2026-11-21" {...form.getInputProps('day')} />
      <MoneyInput
        label="Monto"
        centavos={form.values.amount}
        onCentavos={(amount) => form.setFieldValue('amount', amount)}
      />
    </FormDrawer>
  );
}

async function write(label: string, text: string): Promise<HTMLElement> {
  const user = userEvent.setup();
  const input = screen.getByLabelText(label);
  await user.clear(input);
  await user.type(input, text);
  return input;
}

test.for([
  ['Penalidad', '50', '50 %', 'Escribe un número entre 0 y 10 %.'],
  ['Pagada el', '25-12-2027', '25-12-2027', 'Escribe una fecha hasta el 21-11-2026.'],
  ['Pagada el', '31-11-2026', '31-11-2026', 'Esa fecha no existe. Escríbela así: 25-03-2026.'],
  ['Monto', '12,34,5', '12,34,5', 'Monto inválido. Escribe solo números, por ejemplo 1,234.50'],
] as const)('%s %s keeps its typed text and is not saved', async ([label, text, shown, sentence]) => {
  renderInFrame(<Page />);
  const user = userEvent.setup();
  const input = await write(label, text);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(saved).not.toHaveBeenCalled();
  expect(input).toHaveValue(shown);
  expect(input).toHaveAccessibleDescription(sentence);
  expect(input).toHaveFocus();
  await user.tab();
  expect(input, 'also after leaving it').toHaveValue(shown);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(saved).not.toHaveBeenCalled();
});

test('a corrected number is saved', async () => {
  renderInFrame(<Page />);
  const user = userEvent.setup();
  await write('Penalidad', '50');
  await user.tab();
  await write('Penalidad', '7.5');
  await write('Pagada el', '31-11-2026');
  await user.tab();
  await write('Pagada el', '19-11-2026');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(saved).toHaveBeenCalledOnce();
  expect(saved.mock.calls[0]![0]).toMatchObject({ penalty: 7.5, day: '2026-11-19' });
});

test('a pasted number in a foreign format is not read as another number', async () => {
  renderInFrame(<Page />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Penalidad'));
  await user.paste('1.234,50');
  expect(screen.getByLabelText('Penalidad')).toHaveValue('5 %');
  await user.tab();
  expect(screen.getByLabelText('Penalidad')).toHaveAccessibleDescription(
    'No se puede leer «1.234,50» como número.',
  );
});
