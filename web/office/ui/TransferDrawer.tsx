import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useToday } from '../lib/useToday.ts';
import { DayInput } from './DayInput.tsx';
import { FormDrawer } from './FormDrawer.tsx';

/** The transfer with which something was paid: its number as the bank has it, and its day. */
interface Transfer {
  referencia: string;
  fecha: string;
}

interface TransferDrawerProps {
  title: string;
  dayLabel: string;
  onClose: () => void;
  loading: boolean;
  submitError: Error | null;
  onSubmit: (transfer: Transfer) => void;
  /** Above the fields: to whom it went. */
  children?: ReactNode;
}

/** Writes down that something was paid by transfer; faults of the server land at `params.referencia` and `params.fecha`. */
export function TransferDrawer({ dayLabel, onSubmit, children, ...drawer }: TransferDrawerProps) {
  const today = useToday();
  const form = useForm({
    initialValues: { params: { referencia: '', fecha: today } },
    validate: {
      params: {
        referencia: (text: string) =>
          text.trim().length < 3 ? 'Escribe el número de la transferencia.' : null,
      },
    },
  });
  return (
    <FormDrawer
      {...drawer}
      opened
      form={form}
      submitLabel="Registrar pago"
      onSubmit={({ params }) => onSubmit(params)}
    >
      {children}
      <TextInput
        label="Número de la transferencia"
        required
        maxLength={60}
        {...form.getInputProps('params.referencia')}
      />
      <DayInput
        label={dayLabel}
        required
        maxDate={today}
        value={form.values.params.fecha}
        onChange={(day) => form.setFieldValue('params.fecha', day)}
        error={form.errors['params.fecha']}
      />
    </FormDrawer>
  );
}
