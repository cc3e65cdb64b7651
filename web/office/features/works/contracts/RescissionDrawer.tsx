import { Text } from '@mantine/core';
import { listContractors } from '#contract/company/users/lists.endpoints.ts';
import { prepareRescission } from '#contract/works/contracts/endpoints.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface RescissionDrawerProps {
  contract: Pick<Contract, 'id' | 'version' | 'contractor_id'>;
  onClose: () => void;
}

/** Prepares a rescission, which another person decides. */
export function RescissionDrawer({ contract, onClose }: RescissionDrawerProps) {
  const today = useToday();
  const contractors = useOptions(queryOf(listContractors, {})).filter(
    ({ id }) => id !== contract.contractor_id,
  );
  const form = useRecordForm({
    schema: prepareRescission.body,
    initial: { version: contract.version },
    send: (body, as, version) =>
      call(prepareRescission, { params: { id: contract.id }, body: { ...body, version } }, as),
    success: 'Rescisión preparada: la decide otra persona.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Preparar la rescisión"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Preparar la rescisión"
    >
      <Text size="sm">
        Al decidirla se liquida lo ejecutado, los trabajos sin terminar se anulan y el resto pasa a otro
        contrato.
      </Text>
      <LongTextField of={form} name="reason" label="Motivo" maxLength={1000} />
      <DayField of={form} name="notified_on" label="Se avisó al contratista el" maxDate={today} />
      <OptionField
        of={form}
        name="successor_contractor_id"
        label="Quién construye el resto"
        nothing="Todavía nadie"
        options={contractors.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDrawer>
  );
}
