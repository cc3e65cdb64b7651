import { Text } from '@mantine/core';
import { publishVersion } from '#contract/care/chatbot/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

/** Publishes the draft: the tests run first, and a failed one refuses it. */
export function PublishDrawer({ onClose }: { onClose: () => void }) {
  const form = useRecordForm({
    schema: publishVersion.body,
    initial: {},
    send: (body, as) => call(publishVersion, { body }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  return (
    <FormDrawer title="Publicar el borrador" opened onClose={onClose} {...form.frame} submitLabel="Publicar">
      <Text size="sm">
        Primero corren las pruebas. Si una falla, no se publica y el público sigue con la versión de ahora.
      </Text>
      <TextField of={form} name="nota" label="Qué cambia" maxLength={200} />
    </FormDrawer>
  );
}
