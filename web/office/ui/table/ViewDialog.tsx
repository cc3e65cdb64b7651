import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Refusal, sentence } from '../../lib/refusal.ts';

interface ViewDialogProps {
  title: string;
  submitLabel: string;
  name: string;
  shared: boolean;
  mayShare: boolean;
  onSubmit: (view: { name: string; shared: boolean }) => Promise<unknown>;
  onClose: () => void;
}

/** Names a view, and says who has it. A name that is taken is told at the field. */
export function ViewDialog({ title, submitLabel, mayShare, onSubmit, onClose, ...given }: ViewDialogProps) {
  const [name, setName] = useState(given.name);
  const [shared, setShared] = useState(given.shared);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (name.trim() === '') return setError('Escribe un nombre para la vista.');
    setBusy(true);
    try {
      await onSubmit({ name: name.trim(), shared });
      onClose();
    } catch (refused) {
      const field = refused instanceof Refusal ? refused.fields[0]?.message : undefined;
      setError(field ?? sentence(refused));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Nombre"
            required
            maxLength={40}
            value={name}
            error={error}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {mayShare && (
            <Checkbox
              label="Compartir con los colegas"
              description="La ven como una pestaña más; cada quien ve solo sus propias filas."
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
