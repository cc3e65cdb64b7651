import { Chip, Group, Input, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { latestActions } from '#contract/company/catalogs/salesLists.ts';
import { addContact } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { CONTACT_ACTIONS, nextFollowUp } from '#contract/sales/prospects/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const ACTIONS = latestActions.rows.filter(([id]) => CONTACT_ACTIONS.includes(id));

/** What happened, and when the next contact is due: three days on unless somebody says otherwise. */
export function ContactDrawer({
  prospect,
  onClose,
}: {
  prospect: Pick<Prospect, 'id' | 'person'>;
  onClose: () => void;
}) {
  const save = useAction(addContact, {
    success: 'Contacto anotado.',
    inline: true,
  });
  const today = useToday();
  const form = useForm({
    initialValues: {
      accion_id: '',
      nota: '',
      proximo_seguimiento: nextFollowUp(today),
    },
    validate: { accion_id: (id) => (id ? null : 'Elige lo que pasó.') },
  });
  const { error } = form.getInputProps('accion_id');
  return (
    <FormDrawer
      title={`Contacto con ${prospect.person.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ accion_id, nota, proximo_seguimiento }) =>
        save.mutate(
          {
            params: { id: prospect.id },
            body: {
              accion_id: Number(accion_id),
              nota: nota || null,
              ...(proximo_seguimiento && { proximo_seguimiento }),
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Anotar contacto"
    >
      <Input.Wrapper label="Qué pasó" required error={error} labelElement="div">
        <Chip.Group
          value={form.values.accion_id}
          onChange={(id) => form.setFieldValue('accion_id', String(id))}
        >
          <Group gap="xs" mt={4} role="radiogroup" aria-label="Qué pasó">
            {ACTIONS.map(([id, label]) => (
              <Chip key={id} value={String(id)} name="accion_id">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Textarea label="Nota" autosize minRows={2} maxLength={1000} {...form.getInputProps('nota')} />
      <DayInput
        label="Próximo seguimiento"
        value={form.values.proximo_seguimiento}
        onChange={(day) => form.setFieldValue('proximo_seguimiento', day)}
        error={form.getInputProps('proximo_seguimiento').error}
      />
    </FormDrawer>
  );
}
