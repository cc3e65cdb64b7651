import { Chip, Group, Input } from '@mantine/core';
import { latestActions } from '#contract/company/catalogs/salesLists.ts';
import { addContact } from '#contract/sales/prospects/endpoints.ts';
import { NewContact, type Prospect } from '#contract/sales/prospects/model.ts';
import { CONTACT_ACTIONS, nextFollowUp } from '#contract/sales/prospects/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, DayField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const ACTIONS = latestActions.rows.filter(([id]) => CONTACT_ACTIONS.includes(id));

interface ContactDrawerProps {
  prospect: Pick<Prospect, 'id' | 'person'>;
  onClose: () => void;
}

/** Records a contact and the next follow-up day; the default is in three days. */
export function ContactDrawer({ prospect, onClose }: ContactDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: NewContact,
    initial: { proximo_seguimiento: nextFollowUp(today) },
    check: ({ accion_id }) => ({ accion_id: accion_id === null ? 'Elige lo que pasó.' : null }),
    send: (body, as) => call(addContact, { params: { id: prospect.id }, body }, as),
    success: 'Contacto anotado.',
    onDone: onClose,
  });
  const action = bound(form, 'accion_id');
  return (
    <FormDrawer
      title={`Contacto con ${prospect.person.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar contacto"
    >
      <Input.Wrapper label="Qué pasó" required error={action.input.error} labelElement="div">
        <Chip.Group value={String(action.value ?? '')} onChange={(id) => action.set(Number(id))}>
          <Group gap="xs" mt={4} role="radiogroup" aria-label="Qué pasó">
            {ACTIONS.map(([id, label]) => (
              <Chip key={id} value={String(id)} name="accion_id">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <LongTextField of={form} name="nota" label="Nota" maxLength={1000} />
      <DayField of={form} name="proximo_seguimiento" label="Próximo seguimiento" />
    </FormDrawer>
  );
}
