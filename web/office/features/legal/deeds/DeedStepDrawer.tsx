import { Text } from '@mantine/core';
import { z } from 'zod';
import { DEED } from '#contract/company/catalogs/states.ts';
import { changeDeedStatus } from '#contract/legal/deeds/endpoints.ts';
import { DeedStatusChange, type Deed, type DeedRow } from '#contract/legal/deeds/model.ts';
import { deedMachine } from '#contract/legal/deeds/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Step = z.object({ params: DeedStatusChange.omit({ estado_id: true, version: true }) });

interface DeedStepDrawerProps {
  deed: DeedRow &
    Partial<Pick<Deed, 'buyer_signed_on' | 'company_signed_on' | 'bank_signed_on' | 'mortgage'>>;
  to: number;
  /** The text of what was done; null: cancelled. */
  onClose: (text: string | null) => void;
}

/** The label of the day of each step; steps that are not here ask for none. */
const DAYS: Readonly<Record<number, string>> = {
  [DEED.withBank]: 'Enviada al banco',
  [DEED.approved]: 'Aprobada por el banco',
  [DEED.signing]: 'Día de la firma en la notaría',
  [DEED.closed]: 'Cerrada en la notaría',
  [DEED.entered]: 'Ingresada al Registro Público',
  [DEED.defective]: 'Devuelta',
  [DEED.registered]: 'Inscrita',
};

/** The form of one step of a deed: what the step records, and nothing else. */
export function DeedStepDrawer({ deed, to, onClose }: DeedStepDrawerProps) {
  const today = useToday();
  const arrow = findTransition(deedMachine, deed.state.id, to);
  const mortgage = deed.mortgage ?? (deed.bank !== null || deed.letter_until !== null);
  const label = arrow?.label ?? 'Cambiar el estado';
  const done = `${deed.name}: paso registrado.`;
  const form = useRecordForm({
    schema: Step,
    initial: {
      version: deed.version,
      params: {
        ...(DAYS[to] && to !== DEED.signing && { fecha: today }),
        ...(to === DEED.signing && { notaria: deed.notary ?? '' }),
        ...(to === DEED.signed && {
          firma_comprador: deed.buyer_signed_on ?? '',
          firma_promotora: deed.company_signed_on ?? '',
          firma_banco: deed.bank_signed_on ?? '',
        }),
      },
    },
    send: ({ params: given }, as, version) => {
      const filled = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== '');
      return call(
        changeDeedStatus,
        {
          params: { id: deed.id },
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
    success: done,
    onDone: () => onClose(done),
  });
  const of = within(form, 'params');
  const dayLabel = deed.state.id === DEED.defective ? 'Reingresada al Registro Público' : DAYS[to];
  return (
    <FormDrawer
      title={`${label} · ${deed.name}`}
      opened
      onClose={() => onClose(null)}
      {...form.frame}
      submitLabel={label}
    >
      {to === DEED.drafting && deed.state.id === DEED.toDo && (
        <Text size="sm">La minuta queda en elaboración a tu cargo.</Text>
      )}
      {to === DEED.signing && <TextField of={of} name="notaria" label="Notaría" required maxLength={80} />}
      {to === DEED.signed && (
        <>
          <DayField of={of} name="firma_comprador" label="Firmó el comprador" required maxDate={today} />
          <DayField of={of} name="firma_promotora" label="Firmó la promotora" required maxDate={today} />
          {mortgage && (
            <DayField of={of} name="firma_banco" label="Firmó el banco" required maxDate={today} />
          )}
        </>
      )}
      {to === DEED.closed && (
        <TextField of={of} name="numero" label="Número de la escritura" required maxLength={20} />
      )}
      {to === DEED.entered && (
        <TextField
          of={of}
          name="entrada"
          label="Número de entrada"
          required={deed.state.id !== DEED.defective}
          {...(deed.state.id === DEED.defective && { description: 'Vacío: el mismo número.' })}
          maxLength={30}
        />
      )}
      {to === DEED.registered && (
        <TextField of={of} name="folio" label="Folio de la inscripción" required maxLength={40} />
      )}
      {dayLabel && (to !== DEED.approved || mortgage) && (
        <DayField
          of={of}
          name="fecha"
          label={dayLabel}
          required
          {...(to !== DEED.signing && { maxDate: today })}
        />
      )}
      {to === DEED.defective && (
        <DayField of={of} name="limite" label="Último día para corregirlo" required minDate={today} />
      )}
      {to === DEED.handedOver && (
        <>
          {mortgage && (
            <DayField of={of} name="entregada_banco" label="Entregada al banco" required maxDate={today} />
          )}
          <DayField of={of} name="entregada_cliente" label="Entregada al cliente" required maxDate={today} />
        </>
      )}
      {arrow?.reason === 'required' && (
        <LongTextField
          of={of}
          name="motivo"
          label={to === DEED.defective ? 'Defecto, como lo escribió el Registro' : 'Observaciones del banco'}
          required
          maxLength={1000}
        />
      )}
    </FormDrawer>
  );
}
