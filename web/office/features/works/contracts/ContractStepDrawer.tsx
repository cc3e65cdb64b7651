import { z } from 'zod';
import { changeContractStatus } from '#contract/works/contracts/endpoints.ts';
import { ContractStatusChange } from '#contract/works/contracts/forms.ts';
import { type Contract } from '#contract/works/contracts/model.ts';
import { CONTRACT_STATE, contractMachine } from '#contract/works/contracts/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Step = z.object({ params: ContractStatusChange.shape.params.pick({ fecha: true }) });

interface ContractStepDrawerProps {
  contract: Pick<Contract, 'id' | 'version' | 'state' | 'name'>;
  to: number;
  onClose: () => void;
}

/** A step that records a day: the signature, or the acta of final acceptance. */
export function ContractStepDrawer({ contract, to, onClose }: ContractStepDrawerProps) {
  const today = useToday();
  const label = findTransition(contractMachine, contract.state.id, to)?.label ?? 'Cambiar el estado';
  const form = useRecordForm({
    schema: Step,
    initial: { version: contract.version, params: { fecha: today } },
    send: ({ params }, as, version) =>
      call(
        changeContractStatus,
        {
          params: { id: contract.id },
          body: { params: { ...params, estado_id: to, ...(version !== undefined && { version }) } },
        },
        as,
      ),
    success: `${contract.name}: paso registrado.`,
    onDone: onClose,
  });
  return (
    <FormDrawer title={label} opened onClose={onClose} {...form.frame} submitLabel={label}>
      <DayField
        of={within(form, 'params')}
        name="fecha"
        label={to === CONTRACT_STATE.signed ? 'Firmado el' : 'Fecha del acta'}
        maxDate={today}
        required
      />
    </FormDrawer>
  );
}
