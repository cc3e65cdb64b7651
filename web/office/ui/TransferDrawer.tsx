import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { useToday } from '../lib/useToday.ts';
import { DayField, OptionField, TextField } from './form/fields.tsx';
import { within } from './form/useFields.ts';
import { useRecordForm, type SendAs } from './form/useRecordForm.ts';
import { FormDrawer } from './FormDrawer.tsx';

/** The bank transfer of a payment, as the transition takes it: the bank's number and the day. */
const Paid = z.object({
  params: z.object({
    referencia: z.string().trim().min(3, { error: 'Escribe el número de la transferencia.' }).max(60),
    fecha: IsoDate,
    /** The company's bank account that it leaves from, where the record keeps it. */
    cuenta_id: z.number().int().positive().nullable().default(null),
  }),
});

interface TransferDrawerProps<R> {
  /** The record that is paid. */
  record: R;
  reread: () => Promise<R>;
  title: (record: R) => string;
  dayLabel: string;
  send: (transfer: z.input<typeof Paid>['params'], record: R, as: SendAs) => Promise<object>;
  /** Missing: `send` tells the outcome itself. */
  success?: string;
  onClose: () => void;
  /** Shown above the fields: the payee. */
  children?: ReactNode;
  /** The company's bank accounts to choose from. */
  from?: { label: string; nothing: string; options: readonly { value: number; label: string }[] };
}

/** Records a payment that was made by bank transfer. */
export function TransferDrawer<R>(props: TransferDrawerProps<R>) {
  const { reread, title, dayLabel, send, success, onClose, children, from } = props;
  const today = useToday();
  const [record, setRecord] = useState(props.record);
  const initial = { params: { referencia: '', fecha: today } };
  const form = useRecordForm({
    schema: Paid,
    initial,
    reread: async () => {
      setRecord(await reread());
      return initial;
    },
    send: ({ params }, as) => send(params, record, as),
    success,
    onDone: onClose,
  });
  const params = within(form, 'params');
  return (
    <FormDrawer title={title(record)} opened onClose={onClose} {...form.frame} submitLabel="Registrar pago">
      {children}
      <TextField of={params} name="referencia" label="Número de la transferencia" maxLength={60} />
      <DayField of={params} name="fecha" label={dayLabel} maxDate={today} />
      {from && <OptionField of={params} name="cuenta_id" {...from} />}
    </FormDrawer>
  );
}
