import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  addContact,
  CONTACT_CHANNELS,
  type Application,
} from '#contract/banking/applications/applications.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

type Channel = keyof typeof CONTACT_CHANNELS;

/** What was spoken with the bank; the next follow-up is counted from it. */
export function ContactDrawer({ application, onClose }: { application: Application; onClose: () => void }) {
  const save = useAction(addContact, { success: 'Seguimiento anotado.', inline: true });
  const form = useForm<{ canal: Channel; nota: string }>({
    initialValues: { canal: 'llamada', nota: '' },
    validate: { nota: (text) => (text.trim().length < 3 ? 'Escribe qué dijo el banco.' : null) },
  });
  return (
    <FormDrawer
      title={`Seguimiento a ${application.bank.name}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Anotar seguimiento"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={(body) => save.mutate({ params: { id: application.id }, body }, { onSuccess: onClose })}
    >
      <NativeSelect
        label="Cómo"
        data={Object.entries(CONTACT_CHANNELS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('canal')}
      />
      <Textarea
        label="Qué dijo el banco"
        required
        autosize
        minRows={3}
        maxLength={1000}
        {...form.getInputProps('nota')}
      />
    </FormDrawer>
  );
}
