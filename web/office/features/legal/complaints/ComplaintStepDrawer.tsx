import { z } from 'zod';
import { changeComplaintStatus, type Complaint } from '#contract/legal/complaints/endpoints.ts';
import { complaintMachine } from '#contract/legal/complaints/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const { params: Change } = changeComplaintStatus.body.shape;
const Step = z.object({ params: Change.pick({ fecha: true, motivo: true }) });

interface ComplaintStepDrawerProps {
  complaint: Complaint;
  to: number;
  onClose: () => void;
}

/** The form of one step of a complaint: its day, and what was decided. */
export function ComplaintStepDrawer({ complaint, to, onClose }: ComplaintStepDrawerProps) {
  const today = useToday();
  const arrow = findTransition(complaintMachine, complaint.state.id, to);
  const label = arrow?.label ?? 'Cambiar el estado';
  const form = useRecordForm({
    schema: Step,
    initial: { params: { fecha: today }, version: complaint.version },
    send: ({ params: given }, as, version) => {
      const filled = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== '');
      return call(
        changeComplaintStatus,
        {
          params: { id: complaint.id },
          body: {
            params: {
              ...Object.fromEntries(filled),
              estado_id: to,
              ...(version !== undefined && { version }),
            },
          },
        },
        as,
      );
    },
    success: 'Reclamo actualizado.',
    onDone: onClose,
  });
  const of = within(form, 'params');
  return (
    <FormDrawer title={label} opened onClose={onClose} {...form.frame} submitLabel={label}>
      <DayField of={of} name="fecha" label="Fecha" required maxDate={today} />
      {arrow?.reason && (
        <LongTextField
          of={of}
          name="motivo"
          label="Qué se resolvió"
          required={arrow.reason === 'required'}
          maxLength={1000}
        />
      )}
    </FormDrawer>
  );
}
