import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';

interface PasswordPromptProps {
  title: string;
  text: string;
  confirm: string;
  opened: boolean;
  onClose: () => void;
  loading: boolean;
  error: Error | null;
  onPassword: (password: string) => void;
}

/** Asks for the password before a change of how one signs in. */
export function PasswordPrompt(props: PasswordPromptProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <PasswordForm {...props} />
    </Modal>
  );
}

function PasswordForm({ text, confirm, onClose, loading, error, onPassword }: PasswordPromptProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? 'Escribe tu contraseña.' : null) },
  });
  const { setErrors } = form;
  useEffect(() => {
    if (error) applyServerErrors({ setErrors }, error);
  }, [error, setErrors]);
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => onPassword(password))}>
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <ErrorTable error={error} labels={{ password: 'Contraseña' }} />
        <PasswordInput
          label="Tu contraseña"
          autoComplete="current-password"
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Ver la contraseña' }}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={loading}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
