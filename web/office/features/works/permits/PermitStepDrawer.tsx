import { z } from 'zod';
import { findTransition } from '#contract/transitions.ts';
import { changePermitState } from '#contract/works/permits/endpoints.ts';
import { PermitStatusChange, type PermitRecord } from '#contract/works/permits/model.ts';
import { PERMIT, permitMachine } from '#contract/works/permits/rules.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { within, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Step = z.object({
  params: PermitStatusChange.shape.params.pick({
    fecha: true,
    numero: true,
    vence: true,
    cuenta_id: true,
  }),
});

interface PermitStepDrawerProps {
  permit: Pick<PermitRecord, 'id' | 'version' | 'estado' | 'numero'>;
  to: number;
  onClose: () => void;
}

/** Entering a permit with its number, or its approval with its last day. */
export function PermitStepDrawer({ permit, to, onClose }: PermitStepDrawerProps) {
  const today = useToday();
  const label = findTransition(permitMachine, permit.estado.id, to)?.label ?? 'Cambiar el estado';
  const approves = to === PERMIT.approved;
  const form = useRecordForm({
    schema: Step,
    initial: { params: { fecha: today, numero: permit.numero ?? '' }, version: permit.version },
    send: ({ params: given }, as, version) => {
      const filled = Object.entries(given).filter(([, value]) => value != null && value !== '');
      const params = {
        ...Object.fromEntries(filled),
        estado_id: to,
        ...(version !== undefined && { version }),
      };
      return call(changePermitState, { params: { id: permit.id }, body: { params } }, as);
    },
    success: approves ? 'Permiso aprobado.' : 'Trámite ingresado.',
    onDone: onClose,
  });
  const of = within(form, 'params');
  const seesAccounts = useCan('contabilidad.ver');
  return (
    <FormDrawer title={label} opened onClose={onClose} {...form.frame} submitLabel={label}>
      <DayField
        of={of}
        name="fecha"
        label={approves ? 'Aprobado el' : 'Ingresado el'}
        required
        maxDate={today}
      />
      <TextField
        of={of}
        name="numero"
        label={approves ? 'Número del permiso' : 'Número del trámite'}
        maxLength={40}
      />
      {!approves && seesAccounts && <FeeFrom of={of} />}
      {approves && <DayField of={of} name="vence" label="Vence" description="Déjalo vacío si no vence." />}
    </FormDrawer>
  );
}

/** The account that the fee leaves, for whoever sees the company's accounts. */
function FeeFrom({ of }: { of: RecordFormOf<(typeof Step)['shape']['params']> }) {
  return <OptionField of={of} name="cuenta_id" {...usePayFrom()} label="El costo sale de" />;
}
