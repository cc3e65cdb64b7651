import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../lib/refusal.ts';
import { FormDrawer } from './FormDrawer.tsx';
import { renderInFrame } from './testFrame.tsx';

const send = vi.fn<(values: unknown) => Error | null>();
const invalid = new Refusal(422, {
  message: 'Por favor verifica los siguientes campos en el formulario.',
  code: 'INVALID',
  request_id: 'r1',
  errors: [
    { field: 'grupo_familiar[0][cedula]', message: 'Cédula inválida.' },
    { field: 'lote_id', message: 'El lote ya no está libre.' },
  ],
});

function Page({ loading = false }: { loading?: boolean }) {
  const [opened, setOpened] = useState(true);
  const [error, setError] = useState<Error | null>(null);
  const form = useForm({
    initialValues: { lote: '', grupo_familiar: [{ cedula: '' }] },
    validate: { lote: (lote) => (lote ? null : 'Escribe el lote.') },
  });
  return (
    <FormDrawer
      title="Nuevo lote"
      opened={opened}
      onClose={() => setOpened(false)}
      form={form}
      loading={loading}
      submitError={error}
      submitLabel="Crear lote"
      onSubmit={(values) => setError(send(values))}
    >
      <TextInput label="Lote" {...form.getInputProps('lote')} />
      <TextInput label="Cédula" {...form.getInputProps('grupo_familiar.0.cedula')} />
    </FormDrawer>
  );
}

beforeEach(() => {
  send.mockReset();
});

describe('FormDrawer', () => {
  it('focuses the first field', async () => {
    renderInFrame(<Page />);
    await waitFor(() => expect(screen.getByLabelText('Lote')).toHaveFocus());
  });

  it('shows server errors at their fields, and the others above the form', async () => {
    const user = userEvent.setup();
    send.mockReturnValue(invalid);
    renderInFrame(<Page />);
    await user.type(screen.getByLabelText('Lote'), 'A-01');
    await user.click(screen.getByRole('button', { name: 'Crear lote' }));
    const cedula = screen.getByLabelText('Cédula');
    expect(cedula).toBeInvalid();
    expect(cedula).toHaveAccessibleDescription('Cédula inválida.');
    await waitFor(() => expect(cedula).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('El lote ya no está libre.');
    expect(screen.getByLabelText('Lote')).toHaveValue('A-01');
  });

  it('validates before it sends', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await user.click(screen.getByRole('button', { name: 'Crear lote' }));
    expect(screen.getByLabelText('Lote')).toHaveAccessibleDescription('Escribe el lote.');
    expect(send).not.toHaveBeenCalled();
  });

  it('asks before it discards unsaved changes', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await user.type(screen.getByLabelText('Lote'), 'A-01');
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    const question = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
    expect(question).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(screen.queryByLabelText('Lote')).toBeNull());
  });

  it('closes at once if nothing was changed', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByLabelText('Lote')).toBeNull());
  });

  it('cannot be sent twice', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page loading />);
    await user.type(screen.getByLabelText('Lote'), 'A-01');
    expect(screen.getByRole('button', { name: 'Crear lote' })).toBeDisabled();
  });
});
