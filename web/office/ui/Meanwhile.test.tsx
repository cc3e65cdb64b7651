import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../lib/refusal.ts';
import { FormDrawer } from './FormDrawer.tsx';
import { mergeForms } from './Meanwhile.tsx';
import { renderInFrame } from './testFrame.tsx';

const START = { nombre: 'Lote A', precio: '100', nota: '' };
const onSubmit = vi.fn<(values: typeof START) => void>();
const refusal = (status: number, code: string, errors?: { field: string; message: string }[]) =>
  new Refusal(status, { message: 'No se guardó.', code, request_id: '', ...(errors && { errors }) });

function Page({ answer }: { answer: Refusal }) {
  const form = useForm({ initialValues: START });
  const [error, setError] = useState<Error | null>(null);
  return (
    <FormDrawer
      title="Lote"
      opened
      onClose={() => undefined}
      form={form}
      loading={false}
      submitError={error}
      submitLabel="Guardar"
      onSubmit={(values) => {
        onSubmit(values);
        setError(answer);
      }}
      reload={async () => ({ nombre: 'Lote B', precio: '120', nota: '' })}
    >
      <TextInput label="Nombre" required {...form.getInputProps('nombre')} />
      <TextInput label="Precio" {...form.getInputProps('precio')} />
      <Textarea label="Nota" {...form.getInputProps('nota')} />
    </FormDrawer>
  );
}

describe('a form whose record another user changed', () => {
  it('takes the new values, keeps the typed ones, and shows both', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page answer={refusal(409, 'STALE')} />);
    const price = await screen.findByLabelText('Precio');
    await user.clear(price);
    await user.type(price, '150');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await user.click(await screen.findByRole('button', { name: 'Recargar y conservar lo mío' }));
    expect(await screen.findByText(/Esto cambió mientras/)).toBeVisible();
    expect(screen.getByRole('row', { name: /Nombre ahora: Lote B/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /Precio otra persona: 120 · tú: 150/ })).toBeVisible();
    expect(screen.getByLabelText(/Nombre/)).toHaveValue('Lote B');
    expect(screen.getByLabelText('Precio')).toHaveValue('150');
  });

  it('saves with Ctrl-Enter from a multi-line text', async () => {
    const user = userEvent.setup();
    onSubmit.mockClear();
    renderInFrame(<Page answer={refusal(409, 'STALE')} />);
    await user.type(await screen.findByLabelText('Nota'), 'hola{Control>}{Enter}{/Control}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ ...START, nota: 'hola' });
  });

  it('labels the fields of a refusal like the form, and shows other errors by their message only', async () => {
    const user = userEvent.setup();
    const faults = [
      { field: 'precio', message: 'Debe ser mayor que cero.' },
      { field: 'campo_interno', message: 'Falta la manzana.' },
    ];
    renderInFrame(<Page answer={refusal(422, 'INVALID', faults)} />);
    await user.click(await screen.findByRole('button', { name: 'Guardar' }));
    const table = await screen.findByRole('alert');
    expect(table).toHaveTextContent('PrecioDebe ser mayor que cero.');
    expect(table).toHaveTextContent('Falta la manzana.');
    expect(table).not.toHaveTextContent('campo_interno');
    await vi.waitFor(() => expect(screen.getByLabelText('Precio')).toHaveFocus());
  });
});

describe('merging two changes', () => {
  it('keeps my value over the new one, field by field', () => {
    const start = { a: 1, b: 1, c: [1], d: 1 };
    expect(mergeForms(start, { ...start, a: 2, d: 5 }, { a: 3, b: 4, c: [1], d: 5 })).toEqual({
      merged: { a: 2, b: 4, c: [1], d: 5 },
      changed: [
        { path: 'a', now: 3, mine: 2, kept: true },
        { path: 'b', now: 4, mine: start.b, kept: false },
      ],
    });
  });

  it('merges the fields of a nested object one by one', () => {
    const hours = { value: { from: '08:00', to: '17:00' } };
    expect(
      mergeForms(
        hours,
        { value: { ...hours.value, from: '09:00' } },
        { value: { ...hours.value, to: '16:00' } },
      ),
    ).toEqual({
      merged: { value: { from: '09:00', to: '16:00' } },
      changed: [{ path: 'value.to', now: '16:00', mine: '17:00', kept: false }],
    });
  });
});
